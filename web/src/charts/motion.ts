import { cubicOut } from 'svelte/easing'
import { prefersReducedMotion } from 'svelte/motion'

const EASE_MS = 300

/** How long marks take to their new place after a new snapshot; none when motion is reduced. */
export function easeMs(): number {
  return prefersReducedMotion.current ? 0 : EASE_MS
}

export const eased = { duration: easeMs, easing: cubicOut }
