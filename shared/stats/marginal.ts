import { grown, NORMAL_95 } from './comparison.ts'
import type { Evidence } from './evidence.ts'
import { studentQuantile } from './student-t.ts'

/**
 * With fewer votes or units a bootstrap may be narrow by chance (two prompts of 16 votes have equal results one
 * time in seven), so the model's standard error is the floor.
 */
export const FEW_VOTES = 30
export const FEW_UNITS = 3
/** Half-widths are not corrected for a smaller share of a variance than this. */
const NOTABLE = 1.02

/**
 * Half-widths of the marginal intervals: 1.96 · h(1.96) · s, by each contestant's own units. Ratings are measured
 * from their mean, so each also contains 1/M of everybody else's error, which may be known less well: s² consists
 * of (1 − 2/M) w² of its own and w_j²/M² of everyone. If these parts, each corrected for its own units, sum to
 * more, the sum is used, with Satterthwaite's (1946) degrees of freedom. Parts that come from the model, not from
 * units, count as known exactly.
 */
export function marginalHalves(
  s: Float64Array,
  w: Float64Array,
  { votes, units: counted, effective, unbiased }: Evidence,
): Float64Array {
  const size = s.length
  const isKnown = (j: number) => votes[j] < FEW_VOTES && counted[j] === votes[j]
  const freedom = Float64Array.from(s, (_, j) => (isKnown(j) ? Infinity : Math.max(2, effective[j]) - 1))
  const lessBias = (j: number) => 1 + 2 / (Math.max(2, unbiased[j]) - 1)
  const mended = w.map((own, j) => own * own * (isKnown(j) ? 1 : lessBias(j)))
  const othersVariance = mended.reduce((sum, variance) => sum + variance, 0) / size ** 2
  const spread = mended.reduce((sum, variance, j) => sum + variance ** 2 / freedom[j], 0) / size ** 4
  return s.map((error, i) => {
    const ownHalf = NORMAL_95 * grown(unbiased[i], effective[i]) * error
    const apart = (1 - 2 / size) * mended[i]
    const variance = apart + othersVariance
    if (size < 3 || variance < NOTABLE * error ** 2 * lessBias(i)) return ownHalf
    const shared = mended[i] / size ** 2
    const uncertainty = spread + ((apart + shared) ** 2 - shared ** 2) / freedom[i]
    const degrees = uncertainty > 0 ? variance ** 2 / uncertainty : Infinity
    const half = (degrees < 1e6 ? studentQuantile(NORMAL_95, degrees) : NORMAL_95) * Math.sqrt(variance)
    return Math.max(ownHalf, half)
  })
}
