/** What an address of an arena looks like, as the pattern of an input. */
export const SLUG_PATTERN = '[a-z0-9\\-]{1,64}'
const LONGEST_SLUG = 64

/** The address of an arena from its title. */
export function slugify(title: string): string {
  const plain = title.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  const slug = plain.replace(/[^a-z0-9]+/g, '-').replace(/^-+|-+$/g, '')
  return slug.slice(0, LONGEST_SLUG).replace(/-+$/, '')
}
