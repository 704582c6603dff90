import { untrack } from 'svelte'

/**
 * A value whose readers hear of it only when it has become another. A `$derived` has each of them look whenever
 * anything it came from has changed, which is slow where they are hundreds of rows.
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

/** Lists that hold the same. */
export function sameList<Item>(
  a: readonly Item[],
  b: readonly Item[],
  isSame: (a: Item, b: Item) => boolean = Object.is,
): boolean {
  return a.length === b.length && a.every((item, nth) => isSame(item, b[nth]))
}

/** Gives back the list it gave last, the very object, for one that holds the same. */
export function keeping<Item>(): (next: readonly Item[]) => readonly Item[] {
  let had: readonly Item[] = []
  return (next) => {
    if (!sameList(next, had)) had = next
    return had
  }
}
