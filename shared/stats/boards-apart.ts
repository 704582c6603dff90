import type { Deviations } from './rounds.ts'
import { NORMAL_95 } from './comparison.ts'
import { quantile } from './quantile.ts'
import { kendallTauB } from './rank-correlation.ts'
import { deviationOfDifference } from './scales.ts'

/** So many pairs, those with the largest gaps, are looked at with their errors. */
const LOOKED_AT = 2000

/** One board's strengths of some contestants and its rounds' deviations from them, in the same order. */
export interface DrawnBoard {
  theta: Float64Array
  /** Null without rounds. */
  deviations: Deviations | null
}

/** How alike two boards order the same contestants. */
export interface RankCorrelation {
  /** Kendall's τ-b of the two lists of strengths; null for fewer than two contestants. */
  tau: number | null
  /** 95 %; null without rounds, and where it would have no length: rounds that never differ show no spread. */
  interval: [number, number] | null
}

/**
 * Kendall's τ-b of two boards (Kendall 1945) with a 95 % interval from the boards' own rounds: contestants are those
 * at hand, not drawn from others, so what is uncertain is their votes. A round of the one and a round of the other
 * make one τ*. Noise lowers it, once in τ against the true strengths and once more in τ* against τ: so the interval is
 * the basic one, 2τ − q (Davison & Hinkley 1997, section 5.2), cut off at ±1. Takes the two boards' votes as
 * independent of one another: where both judged the same prompts it tends to be too long. Costs O(rounds · M²).
 */
export function boardCorrelation(one: DrawnBoard, other: DrawnBoard): RankCorrelation {
  const tau = kendallTauB(one.theta, other.theta)
  if (tau === null || !one.deviations || !other.deviations) return { tau, interval: null }
  const size = one.theta.length
  const rounds = Math.min(one.deviations.rounds, other.deviations.rounds)
  if (rounds < 2) return { tau, interval: null }
  const drawn = [one, other].map(({ theta }) => theta.slice())
  const taus = Float64Array.from({ length: rounds }, (_, round) => {
    ;[one, other].forEach(({ theta, deviations }, board) => {
      for (let i = 0; i < size; i++) drawn[board][i] = theta[i] + deviations!.values[round * size + i]
    })
    return kendallTauB(drawn[0], drawn[1]) ?? 0
  }).sort()
  const bounded = (value: number) => Math.max(-1, Math.min(1, value))
  const [low, high] = [0.975, 0.025].map((share) => bounded(2 * tau - quantile(taus, share)))
  return { tau, interval: low < high ? [low, high] : null }
}

/** Two contestants that two boards see apart by different amounts. */
export interface Disagreement {
  i: number
  j: number
  /** θ_i − θ_j on the one board, and on the other. */
  one: number
  other: number
  /** Whether the boards order the two the other way round. */
  reversed: boolean
  /** By how much the gaps differ, and 95 % of it, taken singly; null without rounds. */
  difference: number
  interval: [number, number] | null
}

/**
 * The pairs on which two boards disagree most: by the difference of their gaps in standard errors of it (without
 * rounds by the difference alone), from the rounds of each, taken as independent. Many pairs are compared, so the
 * most extreme of them look worse than they are. Costs O(M²), and O(rounds) for each of at most 2000 pairs.
 */
export function disagreements(one: DrawnBoard, other: DrawnBoard, most: number): Disagreement[] {
  const pairs: [i: number, j: number, gap: number][] = []
  const size = one.theta.length
  for (let i = 0; i < size; i++)
    for (let j = i + 1; j < size; j++)
      pairs.push([i, j, one.theta[i] - one.theta[j] - (other.theta[i] - other.theta[j])])
  return pairs
    .sort((a, b) => Math.abs(b[2]) - Math.abs(a[2]))
    .slice(0, LOOKED_AT)
    .map(([i, j, difference]) => {
      const error =
        one.deviations && other.deviations
          ? Math.hypot(
              deviationOfDifference(one.deviations, i, j),
              deviationOfDifference(other.deviations, i, j),
            )
          : null
      return { i, j, difference, error, score: Math.abs(difference) / (error || 1) }
    })
    .sort((a, b) => b.score - a.score || a.i - b.i || a.j - b.j)
    .slice(0, most)
    .map(({ i, j, difference, error }) => {
      const gaps = [one.theta[i] - one.theta[j], other.theta[i] - other.theta[j]] as const
      const half = error === null ? null : NORMAL_95 * error
      return {
        i,
        j,
        one: gaps[0],
        other: gaps[1],
        reversed: gaps[0] * gaps[1] < 0,
        difference,
        interval: half === null ? null : [difference - half, difference + half],
      }
    })
}
