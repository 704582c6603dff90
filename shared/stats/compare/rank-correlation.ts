import type { Deviations } from '../board/covariance.ts'
import { quantile, normalQuantile, wilsonInterval } from '../numbers/distributions.ts'

/** One board's strengths of some contestants, and the deviations of its rounds from them, in the same order. */
export interface DrawnBoard {
  theta: Float64Array
  /** Null without rounds. */
  deviations: Deviations | null
}

/** How similarly two boards order the same contestants. */
interface RankCorrelation {
  /** Kendall's τ-b of the two lists of strengths; null for fewer than two contestants. */
  tau: number | null
  /** 95 %. Null without rounds, and if it would have no length: rounds that never differ show no spread. */
  interval: [number, number] | null
}

/**
 * Kendall's τ-b of two boards (Kendall 1945) with a 95 % interval from the boards' own rounds. The contestants are
 * fixed, not a sample, so only the votes are uncertain. A round of one board and a round of the other give one τ*.
 * Noise lowers τ twice: once in τ against the true strengths, and again in τ* against τ. So the interval is the
 * basic one, 2τ − q (Davison & Hinkley 1997, section 5.2), cut off at ±1. Assumes that the two boards' votes are
 * independent of each other; if both judged the same prompts, the interval tends to be too long. Costs O(rounds ·
 * M²).
 */
export function boardCorrelation(firstBoard: DrawnBoard, secondBoard: DrawnBoard): RankCorrelation {
  const tau = kendallTauB(firstBoard.theta, secondBoard.theta)
  if (tau === null || !firstBoard.deviations || !secondBoard.deviations) return { tau, interval: null }
  const size = firstBoard.theta.length
  const rounds = Math.min(firstBoard.deviations.rounds, secondBoard.deviations.rounds)
  if (rounds < 2) return { tau, interval: null }
  const roundThetas = [firstBoard, secondBoard].map(({ theta }) => theta.slice())
  const taus = Float64Array.from({ length: rounds }, (_, round) => {
    ;[firstBoard, secondBoard].forEach(({ theta, deviations }, board) => {
      for (let i = 0; i < size; i++) roundThetas[board][i] = theta[i] + deviations!.values[round * size + i]
    })
    return kendallTauB(roundThetas[0], roundThetas[1]) ?? 0
  }).sort()
  const bounded = (value: number) => Math.max(-1, Math.min(1, value))
  const [low, high] = [0.975, 0.025].map((share) => bounded(2 * tau - quantile(taus, share)))
  return { tau, interval: low < high ? [low, high] : null }
}

/**
 * The share of pairs of contestants whose 95 % bars do not overlap, as Arena-Hard measures what a judge can tell apart (Li et
 * al. 2024, separability). A bar is θ ± 1.96 standard deviations over the rounds.
 * @returns null for fewer than two contestants, or without rounds
 */
export function separability({ theta, deviations }: DrawnBoard): number | null {
  const size = theta.length
  if (size < 2 || !deviations || deviations.rounds < 2) return null
  const { rounds, values } = deviations
  const half = Array.from({ length: size }, (_, i) => {
    let [sum, squares] = [0, 0]
    for (let round = 0; round < rounds; round++) {
      const value = values[round * size + i]
      sum += value
      squares += value * value
    }
    return 1.96 * Math.sqrt(Math.max(0, squares - (sum * sum) / rounds) / (rounds - 1))
  })
  let apart = 0
  for (let i = 0; i < size; i++)
    for (let j = 0; j < i; j++) if (Math.abs(theta[i] - theta[j]) > half[i] + half[j]) apart++
  return apart / ((size * (size - 1)) / 2)
}

/**
 * Kendall's τ-b of two lists of numbers for the same things. By Kendall (1945, "The treatment of ties in ranking
 * problems") it is (concordant − discordant) / √((n₀ − n₁)(n₀ − n₂)), with n₀ all pairs, n₁ and n₂ those tied in the
 * first and in the second list. 1 is the same order, −1 the reverse. Null if a list has only one distinct value, or
 * for fewer than two things. Costs O(n²).
 */
export function kendallTauB(a: ArrayLike<number>, b: ArrayLike<number>): number | null {
  if (a.length !== b.length) throw new RangeError(`${a.length} numbers against ${b.length}`)
  let balance = 0
  let untiedA = 0
  let untiedB = 0
  for (let i = 0; i < a.length; i++) {
    for (let j = 0; j < i; j++) {
      const [signA, signB] = [Math.sign(a[i] - a[j]), Math.sign(b[i] - b[j])]
      balance += signA * signB
      untiedA += Math.abs(signA)
      untiedB += Math.abs(signB)
    }
  }
  return untiedA === 0 || untiedB === 0 ? null : balance / Math.sqrt(untiedA * untiedB)
}

/** A share measured in one of several consecutive periods. */
interface Period {
  hits: number
  n: number
}

/** Two neighbouring periods that differ by more than chance. */
interface Change {
  before: number
  period: number
  /** The interval of the later share minus the earlier one, at the level of each comparison. */
  interval: [number, number]
}

/**
 * Drift: periods that differ from the period before. Both shares are measured, so the test is on their difference:
 * Newcombe's interval of it, built from the two Wilson intervals (Newcombe 1998, "Interval estimation for the
 * difference between independent proportions", method 10), must exclude 0. Testing whether the later share lies in
 * the earlier one's own interval would raise an alarm in one of six comparisons without any change. Periods without
 * a case are skipped. The level of each comparison is 1 − 0.05 / comparisons (Bonferroni), so that at most one
 * judge in twenty is flagged falsely, however many periods there are. Assumes that cases are independent.
 * @param periods      in order of time
 * @param comparisons  how many are made in all, if other measures of the same judge are tested too; at least those
 * made here
 */
export function significantChanges(periods: readonly Period[], comparisons = 0): Change[] {
  const measured = periods.flatMap(({ n }, i) => (n > 0 ? [i] : []))
  const looks = Math.max(comparisons, measured.length - 1)
  if (measured.length < 2) return []
  const z = normalQuantile(0.025 / looks)
  return measured.slice(1).flatMap((period, i) => {
    const before = measured[i]
    const interval = differenceInterval(periods[before], periods[period], z)
    return interval[0] > 0 || interval[1] < 0 ? [{ before, period, interval }] : []
  })
}

/** The interval of the share of `after` minus that of `before`. */
function differenceInterval(before: Period, after: Period, z: number): [number, number] {
  const [p, q] = [after.hits / after.n, before.hits / before.n]
  const [pLow, pHigh] = wilsonInterval(after.hits, after.n, z)!
  const [qLow, qHigh] = wilsonInterval(before.hits, before.n, z)!
  return [p - q - Math.hypot(p - pLow, qHigh - q), p - q + Math.hypot(pHigh - p, q - qLow)]
}
