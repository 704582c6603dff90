const LONGEST_SLUG = 64

/** The address that a title suggests. */
export function slugOf(title: string): string {
  const plain = title.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  const slug = plain.replace(/[^a-z0-9]+/g, '-').replace(/^-+|-+$/g, '')
  return slug.slice(0, LONGEST_SLUG).replace(/-+$/, '')
}
