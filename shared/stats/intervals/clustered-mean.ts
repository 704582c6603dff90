import { inflation, NORMAL_95 } from './comparison.ts'
import { correlationWithin, worthOf, unitSums, type UnitSums, worthOfBoth } from '../fit/evidence.ts'
import { twoWayError } from './spread.ts'

/** The mean of scores whose units are correlated. */
export interface ClusteredMean {
  mean: number
  /** Null for fewer than two units. */
  standardError: number | null
  /** 95 % by default, with the small-sample correction. Null if there is no standard error, or if it is zero. */
  interval: [number, number] | null
  /** Units with a score. Of two kinds, the smaller number. */
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
 * @param x  half the length of the interval, in standard errors of many units
 * @param crossed  a second kind of unit that crosses the first: then V = V_unit + V_crossed − V_score, as on boards
 */
export function clusteredMean(
  score: ArrayLike<number>,
  unit: ArrayLike<number>,
  x = NORMAL_95,
  crossed: ArrayLike<number> | null = null,
): ClusteredMean | null {
  const n = score.length
  if (n === 0) return null
  let mean = 0
  for (let i = 0; i < n; i++) mean += score[i] / n
  const unitError = errorBy(score, mean, unit)
  if (!crossed) return { mean, ...unitError, interval: around(mean, unitError, x) }
  const crossedUnitError = errorBy(score, mean, crossed)
  const single = errorBy(
    score,
    mean,
    Int32Array.from({ length: n }, (_, i) => i),
  )
  const both = crossedError(unitError, crossedUnitError, single)
  return { mean, ...both, interval: around(mean, both, x) }
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

/** The same for two kinds of units, with the sums of single scores. */
function crossedError(first: MeanError, second: MeanError, single: MeanError): MeanError {
  const [a, b] = [first.standardError, second.standardError]
  const c = single.standardError ?? 0
  const design = (own: number | null) => (c > 0 && own !== null ? Math.max(1, (own / c) ** 2) : 1)
  return {
    standardError: a === null || b === null ? (a ?? b) : twoWayError(a, b, c),
    units: Math.min(first.units, second.units),
    ...worthOfBoth({ ...first, design: design(a) }, { ...second, design: design(b) }),
  }
}

/** Half the length of an interval of x standard errors of many units. Null without a standard error. */
function halfOf({ standardError, effective, unbiased }: MeanError, x: number): number | null {
  if (standardError === null) return null
  return x * inflation(unbiased, x, Math.max(2, effective) - 1) * standardError
}

function around(mean: number, error: MeanError, x: number): [number, number] | null {
  const half = halfOf(error, x)
  return half !== null && half > 1e-12 ? [Math.max(0, mean - half), Math.min(1, mean + half)] : null
}
