import { afterPaint } from './after-paint.svelte.ts'

/** A reader who presses keys one after another does so within this time. */
const QUIET_MS = 500

let lastInputAt = -Infinity
if (typeof window !== 'undefined')
  for (const kind of ['keydown', 'pointerdown'])
    addEventListener(kind, ({ timeStamp }) => (lastInputAt = timeStamp), { capture: true, passive: true })

/** Calls `act` after a paint, and not until the reader has pressed nothing for a while. Returns what cancels it. */
function whenQuiet(act: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const attempt = () => {
    const wait = lastInputAt + QUIET_MS - performance.now()
    if (wait > 0) timer = setTimeout(attempt, wait)
    else act()
  }
  const cancel = afterPaint(attempt)
  return () => {
    cancel()
    clearTimeout(timer)
  }
}

/**
 * The beginning of a long list, which grows turn by turn until it is whole, while the reader does nothing else. An
 * empty list begins anew.
 * @param size items of one turn
 */
export function inTurns<Item>(
  of: () => readonly Item[],
  size: number,
): { readonly current: readonly Item[] } {
  let shown = $state(size)
  $effect(() => {
    const { length } = of()
    if (length === 0) shown = size
    else if (shown < length) return whenQuiet(() => (shown += size))
  })
  return {
    get current() {
      const all = of()
      return shown < all.length ? all.slice(0, shown) : all
    },
  }
}
