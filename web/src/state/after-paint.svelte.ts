import { untrack } from 'svelte'

/** Calls `act` after the next frame is painted. Returns a function that cancels the call. */
export function afterPaint(act: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const frame = requestAnimationFrame(() => (timer = setTimeout(act)))
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}

/** Follows a value one paint later, so that a click shows its effect before slow parts are drawn. */
export function behind<Value>(of: () => Value): { readonly current: Value } {
  let shown = $state.raw(untrack(of))
  $effect(() => {
    const next = of()
    if (next !== untrack(() => shown)) return afterPaint(() => (shown = next))
  })
  return {
    get current() {
      return shown
    },
  }
}
