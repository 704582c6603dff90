import { cubicOut } from 'svelte/easing'
import { prefersReducedMotion, Tween } from 'svelte/motion'
import { sameList } from '../state/steady.svelte.ts'

const EASE_MS = 300
/** More rows than these do not move: a browser could not draw them all anew for each frame on the way. */
export const MOST_MOVING = 60

/** Whether so many rows ease to new places, or stand there at once. */
export function moves(rows: number): boolean {
  return rows <= MOST_MOVING && !prefersReducedMotion.current
}

/** How long marks of so many rows take to their new place after a new snapshot. */
export function easeMs(rows: number): number {
  return moves(rows) ? EASE_MS : 0
}

/** Follows numbers that change with a snapshot, easing to the new ones; on a server, which never sees another, as they are. */
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
