import { cubicOut } from 'svelte/easing'
import { prefersReducedMotion, Tween } from 'svelte/motion'

const EASE_MS = 300

/** How long marks take to their new place after a new snapshot; none when motion is reduced. */
export function easeMs(): number {
  return prefersReducedMotion.current ? 0 : EASE_MS
}

/** Follows numbers that change with a snapshot, easing to the new ones; on a server, which never sees another, as they are. */
export function eased<Numbers extends number | number[]>(of: () => Numbers): { readonly current: Numbers } {
  if (typeof window !== 'undefined') return Tween.of(of, { duration: easeMs, easing: cubicOut })
  return {
    get current() {
      return of()
    },
  }
}
