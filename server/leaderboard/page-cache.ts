import { Lru } from '../platform/lru.ts'

/** The cache holds this many characters of pages. */
const MOST_CHARACTERS = 8_000_000

/** Caches drawn pages by their ETag. When the cache is full, it drops the pages that were not read for the longest time. */
export function pageCache(
  capacity = MOST_CHARACTERS,
): (tag: string, draw: () => string | undefined) => string | undefined {
  const pages = new Lru<string>(capacity, ({ length }) => length)
  return (tag, draw) => {
    const cached = pages.get(tag)
    if (cached !== undefined) return cached
    const page = draw()
    if (page !== undefined) pages.set(tag, page)
    return page
  }
}
