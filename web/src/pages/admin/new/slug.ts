const LONGEST_SLUG = 64

/** Derives the slug of an arena from its title. */
export function slugOf(title: string): string {
  const plain = title.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  const slug = plain.replace(/[^a-z0-9]+/g, '-').replace(/^-+|-+$/g, '')
  return slug.slice(0, LONGEST_SLUG).replace(/-+$/, '')
}
