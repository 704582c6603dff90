import { inflation, NORMAL_95 } from './comparison.ts'

/** The mean of scores whose units are correlated. */
interface ClusteredMean {
  mean: number
  /** Null for fewer than two units. */
  standardError: number | null
  /** 95 %, with the small-sample correction. Null if there is no standard error, or if it is zero. */
  interval: [number, number] | null
  /** Units with a score. */
  units: number
  /**
   * How many equal units would give as exact a variance: one more than Bell & McCaffrey's (2002) degrees of freedom,
   * tr(B)²/tr(B²), with B the covariance of the units' scores about the mean if two votes of a unit correlate by ρ.
   */
  effective: number
  /** How many equal units have the same bias. */
  unbiased: number
}

/**
 * The mean of scores in [0, 1] with its cluster-robust standard error √(G/(G − 1) · Σ_u (Σ_{v∈u} s_v − s̄)²) / n.
 * With one score in each unit it is the usual one, s/√n. G is the number of units; for unequal ones, how many equal
 * ones have the same bias. Assumes that units are independent. The interval is normal, widened by h, and cut off at 0
 * and 1. If all scores are equal it would have no length, so there is none (use Wilson's). A few passes. Null without
 * a score.
 */
export function clusteredMean(score: ArrayLike<number>, unit: ArrayLike<number>): ClusteredMean | null {
  const n = score.length
  if (n === 0) return null
  let mean = 0
  for (let i = 0; i < n; i++) mean += score[i] / n
  const error = meanError(unitSums(score, mean, unit))
  return { mean, ...error, interval: meanInterval(mean, error) }
}

/** The figures of a mean. */
type MeanError = Omit<ClusteredMean, 'mean' | 'interval'>

/** Σm to Σm⁵ over units, m being the votes in a unit. */
type PowerSums = [number, number, number, number, number]

/** Votes summed by unit. */
interface UnitSums {
  units: number
  power: PowerSums
  /** Σ_u g_u², g_u the sum of a unit's scores less their mean, and Σ (s − s̄)² over votes. */
  squares: number
  variance: number
}

function unitSums(score: ArrayLike<number>, mean: number, unit: ArrayLike<number>): UnitSums {
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
  const power: PowerSums = [0, 0, 0, 0, 0]
  for (const m of votes) for (let n = 0, product = m; n < 5; n++, product *= m) power[n] += product
  const squares = excess.reduce((sum, value) => sum + value ** 2, 0)
  return { units: votes.length, power, squares, variance }
}

/** The standard error of a mean, and how many equal units its units are worth. */
function meanError(sums: UnitSums): MeanError {
  const { units, squares, power } = sums
  const isEven = power[0] ** 2 === units * power[1]
  const rho = correlationWithin(sums)
  const [inSquare, leverage] = leverageShares(power, rho)
  const unbiased = isEven ? units : (1 + inSquare - leverage) / leverage
  const effective = isEven ? units : equalUnits(power, rho)
  const g = Math.max(2, unbiased)
  const standardError = units < 2 ? null : Math.sqrt((g / (g - 1)) * squares) / power[0]
  return { standardError, units, effective, unbiased }
}

/** Null without a standard error, or if it is zero. */
function meanInterval(
  mean: number,
  { standardError, effective, unbiased }: MeanError,
): [number, number] | null {
  if (standardError === null) return null
  const half = NORMAL_95 * inflation(unbiased, NORMAL_95, Math.max(2, effective) - 1) * standardError
  return half > 1e-12 ? [Math.max(0, mean - half), Math.min(1, mean + half)] : null
}

/**
 * ρ, the correlation of two votes of a unit, by moments. g_u has the variance σ² (m + ρ m (m − 1)). The mean absorbs a
 * share of it that depends on ρ, so ρ is found in a few steps.
 */
function correlationWithin({ power, squares, variance }: UnitSums): number {
  let rho = 0
  for (let step = 0; step < STEPS; step++) {
    const [inSquare, leverage] = leverageShares(power, rho)
    const left = Math.max(MIN_LEFT, 1 + inSquare - 2 * leverage)
    const room = (variance / power[0]) * (power[1] - power[0])
    rho = room > 0 ? Math.max(0, Math.min(1, (squares / left - variance) / room)) : 0
  }
  return rho
}

const STEPS = 4
/** If the mean absorbs more than this share of the scores, too little is left for an estimate. */
const MIN_LEFT = 0.25

/**
 * 1 + tr(B)²/tr(B²) of B = (I − a1ᵀ) diag(v) (I − 1aᵀ): units of m votes have scores of variance v = (1 − ρ) m + ρ
 * m², and the mean subtracts from each the share a = m/Σm of the sum of all.
 */
function equalUnits([m, m2, m3, m4, m5]: PowerSums, rho: number): number {
  const independentShare = 1 - rho
  const sum = independentShare * m + rho * m2
  const squares = independentShare ** 2 * m2 + 2 * independentShare * rho * m3 + rho ** 2 * m4
  const [a2, av] = [m2 / m ** 2, (independentShare * m2 + rho * m3) / m]
  const a2v = (independentShare * m3 + rho * m4) / m ** 2
  const av2 = (independentShare ** 2 * m3 + 2 * independentShare * rho * m4 + rho ** 2 * m5) / m
  const trace = sum - 2 * av + a2 * sum
  const ofSquare =
    squares - 4 * av2 + 2 * sum * a2v + 2 * av ** 2 + 2 * a2 * squares - 4 * sum * a2 * av + (sum * a2) ** 2
  return 1 + trace ** 2 / ofSquare
}

/** Σm²/(Σm)², and the mean leverage Σ m v/(Σm Σv) of units with variances v = m + ρ m (m − 1). */
function leverageShares([m, m2, m3]: PowerSums, rho: number): [number, number] {
  return [m2 / m ** 2, ((1 - rho) * m2 + rho * m3) / (m * ((1 - rho) * m + rho * m2))]
}
