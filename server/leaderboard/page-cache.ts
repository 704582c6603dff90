/** The cache holds this many characters of pages. */
const MOST_CHARACTERS = 8_000_000

/** Caches drawn pages by their ETag and drops the oldest when the cache is full. */
export function pageCache(
  capacity = MOST_CHARACTERS,
): (tag: string, draw: () => string | undefined) => string | undefined {
  const pages = new Map<string, string>()
  let used = 0
  return (tag, draw) => {
    const page = pages.get(tag) ?? draw()
    if (page === undefined) return undefined
    if (!pages.delete(tag)) used += page.length
    pages.set(tag, page)
    for (const [oldest, { length }] of pages) {
      if (used <= capacity) break
      pages.delete(oldest)
      used -= length
    }
    return page
  }
}
