import { around, NORMAL_95 } from './comparison.ts'
import { signTest } from './binomial.ts'
import { normalQuantile } from './normal.ts'
import type { Evidence } from './evidence.ts'
import type { Intervals } from './intervals.ts'
import type { Selection } from './points.ts'
import type { Tally } from './tally.ts'

const LEVEL = 0.05

/**
 * Two contestants whose votes are single units can be told apart by the exact two-sided sign test too, which wide
 * intervals of few votes miss (14 : 1, p = .001). Where it decides and the bars overlap, they become its test-based
 * bars (Miettinen 1976): so long that zero stands where p puts it, gap/2 · 1.96/z(p). Else `intervals` as they are.
 */
export function decidedBySigns(
  intervals: Intervals,
  theta: Float64Array,
  tally: Tally,
  { pairOf }: Selection,
  { votes, units }: Evidence,
): Intervals {
  if (theta.length !== 2 || tally.crossed || units[0] !== votes[0] || units[1] !== votes[1]) return intervals
  const pair = pairOf.indexOf(0)
  const p = signTest(tally.firstWins[pair], tally.secondWins[pair])
  const gap = Math.abs(theta[0] - theta[1])
  const [low, high] = intervals.comparison.map(([bottom, top]) => top - bottom)
  if (p >= LEVEL || gap > (low + high) / 2) return intervals
  const half = ((gap / 2) * NORMAL_95) / normalQuantile(p / 2)
  return { ...intervals, comparison: around(theta, Float64Array.of(half, half)) }
}
