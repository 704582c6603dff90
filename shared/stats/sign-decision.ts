import { ALPHA, symmetricIntervals, normalFactor } from './comparison.ts'
import { sequentialSignTest, signTest } from './binomial.ts'
import { normalQuantile } from './normal.ts'
import type { Evidence } from './evidence.ts'
import type { Intervals } from './intervals.ts'
import type { Selection } from './points.ts'
import type { Tally } from './tally.ts'

/**
 * Two contestants whose votes are single units can also be separated by the exact two-sided sign test. Wide
 * intervals of few votes miss such results (14 : 1, p = .001). If the test decides and the bars overlap, they are
 * replaced by test-based bars (Miettinen 1976), whose length puts zero where p puts it: gap/2 · z(alpha/2)/z(p/2).
 * Otherwise `intervals` stay.
 *
 * For all looks, only the sign test that holds at every look decides. It is exact, and two boundaries crossed at
 * different times would together exceed 5 %. If the sign test of one look decides, `looksCost` is null, since it
 * describes intervals and not the decision.
 * @param looks 'any': for all looks
 * @param alpha  p below this decides
 */
export function decidedBySigns(
  intervals: Intervals,
  theta: Float64Array,
  tally: Tally,
  { pairOf }: Selection,
  { votes, units }: Evidence,
  looks: 'one' | 'any',
  alpha = ALPHA,
): Intervals {
  if (theta.length !== 2 || tally.crossed || units[0] !== votes[0] || units[1] !== votes[1]) return intervals
  const pair = pairOf.indexOf(0)
  const test = looks === 'any' ? sequentialSignTest : signTest
  const [wins, losses] = [tally.firstWins[pair], tally.secondWins[pair]]
  const p = test(wins, losses)
  const afterTest =
    signTest(wins, losses) < alpha ? { ...intervals, looksCost: null, alphaCost: null } : intervals
  const gap = Math.abs(theta[0] - theta[1])
  const [low, high] = intervals.comparison.map(([bottom, top]) => top - bottom)
  const isDecided = p < alpha
  const isApart = gap > (low + high) / 2
  if (isDecided === isApart || (looks === 'one' && isApart)) return afterTest
  const half = ((gap / 2) * normalFactor(alpha)) / normalQuantile(p / 2)
  return {
    ...afterTest,
    looksCost: null,
    alphaCost: null,
    comparison: symmetricIntervals(theta, Float64Array.of(half, half)),
  }
}
