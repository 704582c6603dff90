/** Whether two lists have the same items in the same order. */
export const sameList = <Item>(a: readonly Item[], b: readonly Item[]): boolean =>
  a.length === b.length && a.every((item, nth) => Object.is(item, b[nth]))

/**
 * Returns a function that returns its previous list, the same object, for a list with the same items: state that is
 * derived from it then stays as it is.
 */
export function keeping<Item>(): (next: readonly Item[]) => readonly Item[] {
  let had: readonly Item[] = []
  return (next) => {
    if (!sameList(next, had)) had = next
    return had
  }
}
