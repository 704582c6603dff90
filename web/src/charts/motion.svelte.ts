import { untrack } from 'svelte'
import { cubicOut } from 'svelte/easing'
import { prefersReducedMotion, Tween } from 'svelte/motion'
import { sameList } from '../state/steady.svelte.ts'

const EASE_MS = 300
/** Most rows that are animated. A browser cannot redraw more for each frame. */
export const MOST_MOVING = 60

/** Whether this number of rows is animated. */
export function moves(rows: number): boolean {
  return rows <= MOST_MOVING && !prefersReducedMotion.current
}

/** Duration in ms of the animation of this number of rows after a new snapshot. */
export function easeMs(rows: number): number {
  return moves(rows) ? EASE_MS : 0
}

/** Follows numbers that change with a snapshot and animates the change. On the server they stay as they are. */
export function eased<Numbers extends number | number[]>(
  of: () => Numbers,
  rows: () => number,
): { readonly current: Numbers } {
  if (typeof window === 'undefined') {
    return {
      get current() {
        return of()
      },
    }
  }
  const tween = new Tween(of(), { easing: cubicOut })
  $effect.pre(() => {
    const next = of()
    if (!sameList([next].flat(), [tween.target].flat())) void tween.set(next, { duration: easeMs(rows()) })
  })
  return tween
}

/** A value that follows its source after the next paint, so that what is cheap to draw is seen before it. */
export function afterPaint<Value>(of: () => Value): { readonly current: Value } {
  let shown = $state.raw(untrack(of))
  $effect(() => {
    const next = of()
    const frame = requestAnimationFrame(() => setTimeout(() => (shown = next)))
    return () => cancelAnimationFrame(frame)
  })
  return {
    get current() {
      return shown
    },
  }
}
