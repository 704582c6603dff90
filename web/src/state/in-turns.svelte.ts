import { afterPaint } from './after-paint.svelte.ts'

/**
 * The beginning of a long list, which grows after each paint until it is whole, so that input comes between.
 * @param size items of one turn
 */
export function inTurns<Item>(
  of: () => readonly Item[],
  size: number,
): { readonly current: readonly Item[] } {
  let shown = $state(size)
  $effect(() => {
    if (shown < of().length) return afterPaint(() => (shown += size))
  })
  return {
    get current() {
      const all = of()
      return shown < all.length ? all.slice(0, shown) : all
    },
  }
}
