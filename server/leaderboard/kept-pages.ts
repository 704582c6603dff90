/** So many characters of pages are kept. */
const ROOM = 8_000_000

/** Keeps the pages that were drawn last by the tag of all that they follow from, and forgets the oldest. */
export function keptPages(room = ROOM): (tag: string, draw: () => string | undefined) => string | undefined {
  const pages = new Map<string, string>()
  let held = 0
  return (tag, draw) => {
    const page = pages.get(tag) ?? draw()
    if (page === undefined) return undefined
    if (!pages.delete(tag)) held += page.length
    pages.set(tag, page)
    for (const [oldest, { length }] of pages) {
      if (held <= room) break
      pages.delete(oldest)
      held -= length
    }
    return page
  }
}
