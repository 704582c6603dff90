import { untrack } from 'svelte'

/**
 * A value that notifies its readers only if it is another one than before. With `$derived`, each reader checks it after
 * every change of its sources, which is slow for hundreds of rows.
 */
export function steady<Value>(of: () => Value): { readonly current: Value } {
  let shown = $state.raw(untrack(of))
  $effect.pre(() => {
    const next = of()
    if (next !== untrack(() => shown)) shown = next
  })
  return {
    get current() {
      return shown
    },
  }
}

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
