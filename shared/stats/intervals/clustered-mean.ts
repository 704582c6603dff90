import { inflation, NORMAL_95 } from './comparison.ts'
import { correlationWithin, worthOf, unitSums, type UnitSums } from '../fit/evidence.ts'

/** The mean of scores whose units are correlated. */
interface ClusteredMean {
  mean: number
  /** Null for fewer than two units. */
  standardError: number | null
  /** 95 %, with the small-sample correction. Null if there is no standard error, or if it is zero. */
  interval: [number, number] | null
  /** Units with a score. */
  units: number
  /** How many equal units they are worth (see `Evidence`), for the scatter of the standard error and for its bias. */
  effective: number
  unbiased: number
}

/**
 * The mean of scores in [0, 1] with its cluster-robust standard error √(G/(G − 1) · Σ_u (Σ_{v∈u} s_v − s̄)²) / n.
 * With one score in each unit it is the usual one, s/√n. G is the number of units; for unequal ones, how many equal
 * ones have the same bias, as on boards. Assumes that units are independent. The interval is normal, widened by h,
 * and cut off at 0 and 1. If all scores are equal it would have no length, so there is none (use Wilson's). A few
 * passes. Null without a score.
 */
export function clusteredMean(score: ArrayLike<number>, unit: ArrayLike<number>): ClusteredMean | null {
  const n = score.length
  if (n === 0) return null
  let mean = 0
  for (let i = 0; i < n; i++) mean += score[i] / n
  const error = errorBy(score, mean, unit)
  return { mean, ...error, interval: around(mean, error) }
}

/** The figures of a mean. */
type MeanError = Omit<ClusteredMean, 'mean' | 'interval'>

function errorBy(score: ArrayLike<number>, mean: number, unit: ArrayLike<number>): MeanError {
  const indexByUnit = new Map<number, number>()
  const [votes, excess]: [number[], number[]] = [[], []]
  let variance = 0
  for (let i = 0; i < score.length; i++) {
    let index = indexByUnit.get(unit[i])
    if (index === undefined) {
      indexByUnit.set(unit[i], (index = votes.push(0) - 1))
      excess.push(0)
    }
    votes[index]++
    excess[index] += score[i] - mean
    variance += (score[i] - mean) ** 2
  }
  return errorOf(unitSums(votes, excess, variance))
}

/** The standard error of the mean of scores that are summed by unit, and how many equal units these are worth. */
function errorOf(sums: UnitSums): MeanError {
  const worth = worthOf([sums], correlationWithin([sums]))
  const [effective, unbiased] = [worth.effective[0], worth.unbiased[0]]
  const { units, squares, power } = sums
  const g = Math.max(2, unbiased)
  const standardError = units < 2 ? null : Math.sqrt((g / (g - 1)) * squares) / power[0]
  return { standardError, units, effective, unbiased }
}

/** Null without a standard error, or if it is zero. */
function around(mean: number, { standardError, effective, unbiased }: MeanError): [number, number] | null {
  if (standardError === null) return null
  const half = NORMAL_95 * inflation(unbiased, NORMAL_95, Math.max(2, effective) - 1) * standardError
  return half > 1e-12 ? [Math.max(0, mean - half), Math.min(1, mean + half)] : null
}
