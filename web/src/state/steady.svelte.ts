import { untrack } from 'svelte'

/**
 * A value that notifies its readers only if it is different from before. With `$derived`, each reader checks it after
 * every change of its sources, which is slow for hundreds of rows.
 */
export function steady<Value>(
  of: () => Value,
  isSame: (a: Value, b: Value) => boolean = Object.is,
): { readonly current: Value } {
  let shown = $state.raw(untrack(of))
  $effect.pre(() => {
    const next = of()
    if (!untrack(() => isSame(next, shown))) shown = next
  })
  return {
    get current() {
      return shown
    },
  }
}

/** Whether two lists have the same items in the same order. */
export function sameList<Item>(
  a: readonly Item[],
  b: readonly Item[],
  isSame: (a: Item, b: Item) => boolean = Object.is,
): boolean {
  return a.length === b.length && a.every((item, nth) => isSame(item, b[nth]))
}

/** Whether two sets have the same items. */
export function sameSet<Item>(a: ReadonlySet<Item>, b: ReadonlySet<Item>): boolean {
  return a.size === b.size && [...a].every((item) => b.has(item))
}

/** Returns a function that returns its previous list, the same object, for a list with the same items. */
export function keeping<Item>(): (next: readonly Item[]) => readonly Item[] {
  let had: readonly Item[] = []
  return (next) => {
    if (!sameList(next, had)) had = next
    return had
  }
}
