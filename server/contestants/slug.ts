/** The form of a name for addresses: at most 64 of a-z, 0-9 and hyphens, and different from those already taken. */
export function freeSlug(name: string, taken: ReadonlySet<string>): string {
  const plain =
    name
      .normalize('NFKD')
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-+|-+$/g, '')
      .slice(0, 58) || 'contestant'
  let slug = plain
  for (let n = 2; taken.has(slug); n++) slug = `${plain}-${n}`
  return slug
}
