import { untrack } from 'svelte'

/** Calls once the next frame is on the screen. Returns what keeps it from being called. */
export function afterPaint(act: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const frame = requestAnimationFrame(() => (timer = setTimeout(act)))
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}

/** Follows a value one paint behind it: whoever clicked sees the answer before what is slow to draw is drawn. */
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
