import type { FigureDifference } from '../../shared/contracts/page.ts'

/** The share of a figure, or of 1 for smaller figures, by which two programs may differ in rounding. */
const SHARE = 1e-9

/**
 * Whether a difference comes from rounding. The last digits of `Math.exp` and `Math.log` are those of a browser: no
 * standard says them, and Node has others. The number of iterations may follow from them.
 */
export function isRounding({ what, snapshot, recomputed }: FigureDifference): boolean {
  if (typeof snapshot !== 'number' || typeof recomputed !== 'number') return false
  if (what === 'iterations') return true
  if (Number.isInteger(snapshot) && Number.isInteger(recomputed)) return false
  return Math.abs(snapshot - recomputed) <= SHARE * Math.max(1, Math.abs(snapshot))
}
