import { sigmoid } from './likelihood.ts'
import { votesOf, type Selection } from './points.ts'
import type { Tally, UnitCells } from './tally.ts'

/** How much is known about each contestant of a fit: n_i votes on G_i units. */
export interface Evidence {
  votes: ArrayLike<number>
  units: ArrayLike<number>
  /**
   * How many equal units would give as exact a variance: one more than Bell & McCaffrey's (2002) degrees of
   * freedom, tr(B)²/tr(B²), with B the covariance of the units' scores about the fit if two votes of a unit
   * correlate by ρ. G_i if units are equal. Of two kinds of units, here and above, the smaller number.
   */
  effective: ArrayLike<number>
}

/**
 * Votes and units of every contestant of a selection. If votes are the units, all numbers are equal.
 * @param theta  the fit of the selection, needed to estimate the correlation within units; without it votes count
 * as independent
 */
export function evidenceOf(
  { units, crossed }: Tally,
  selection: Selection,
  theta: Float64Array | null = null,
): Evidence {
  const votes = votesOf(selection.points)
  if (!units) return { votes, units: votes, effective: votes }
  const first = unitsOf(units, selection, theta)
  if (!crossed) return { votes, ...first }
  const second = unitsOf(crossed, selection, theta)
  const fewer = (one: ArrayLike<number>, other: ArrayLike<number>) =>
    Array.from(one, (own, i) => Math.min(own, other[i]))
  return {
    votes,
    units: fewer(first.units, second.units),
    effective: fewer(first.effective, second.effective),
  }
}

/** Σm to Σm⁵ over the units of a contestant, m being its votes in a unit. */
type PowerSums = [number, number, number, number, number]

const FIRST_POINTS = [1, 0, 0.5]

/** The votes of one contestant, or of one mean, summed by unit. */
export interface UnitSums {
  units: number
  power: PowerSums
  /** Σ_u g_u², and Σ (y − p)² over its votes. */
  squares: number
  variance: number
}

/**
 * @param votes  by unit
 * @param scores  Σ (y − p) by unit
 * @param variance  Σ (y − p)² over all votes
 */
export function unitSums(votes: readonly number[], scores: ArrayLike<number>, variance: number): UnitSums {
  const power: PowerSums = [0, 0, 0, 0, 0]
  let squares = 0
  votes.forEach((m, at) => {
    for (let n = 0, own = m; n < 5; n++, own *= m) power[n] += own
    squares += scores[at] ** 2
  })
  return { units: votes.length, power, squares, variance }
}

/** For each contestant, how many equal units its units are worth, for the scatter of a variance and for its bias. */
export function worthOf(sums: readonly UnitSums[], rho: number) {
  const isEven = ({ units, power: [m, m2] }: UnitSums) => m * m === units * m2
  const unbiasedOf = ({ power }: UnitSums): number => {
    const [inSquare, leverage] = sharesOf(power, rho)
    return (1 + inSquare - leverage) / leverage
  }
  return {
    effective: Float64Array.from(sums, (own) => (isEven(own) ? own.units : equalUnits(own.power, rho))),
    unbiased: Float64Array.from(sums, (own) => (isEven(own) ? own.units : unbiasedOf(own))),
  }
}

/** For each contestant, its units and how many equal ones they are worth. */
function unitsOf(cells: UnitCells, selection: Selection, theta: Float64Array | null) {
  const sums: UnitSums[] = []
  eachContestant(cells, selection, theta, (_contestant, votes, scores, variance) =>
    sums.push(unitSums(votes, scores, variance)),
  )
  const rho = theta ? correlationWithin(sums) : 0
  return {
    units: Int32Array.from(sums, ({ units }) => units),
    effective: worthOf(sums, rho).effective,
  }
}

/**
 * ρ, the correlation of two votes of a unit, by moments over all contestants. g_u, the sum of a unit's scores y −
 * p, has the variance σ² (m + ρ m (m − 1)). The fit absorbs a share of it that depends on ρ, so ρ is found in a few
 * steps.
 */
export function correlationWithin(sums: readonly UnitSums[]): number {
  let rho = 0
  for (let step = 0; step < STEPS; step++) {
    let [excess, room] = [0, 0]
    for (const { power, squares, variance } of sums) {
      if (power[0] === 0) continue
      const [inSquare, leverage] = sharesOf(power, rho)
      const left = Math.max(LEAST_LEFT, 1 + inSquare - 2 * leverage)
      excess += squares / left - variance
      room += (variance / power[0]) * (power[1] - power[0])
    }
    rho = room > 0 ? Math.max(0, Math.min(1, excess / room)) : 0
  }
  return rho
}

const STEPS = 4
/** If the fit absorbs more than this share of a contestant's scores, too little is left for an estimate. */
const LEAST_LEFT = 0.25

/**
 * 1 + tr(B)²/tr(B²) of B = (I − a1ᵀ) diag(v) (I − 1aᵀ): units of m votes have scores of variance v = (1 − ρ) m + ρ
 * m², and the fit subtracts from each the share a = m/Σm of the sum of all.
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
function sharesOf([m, m2, m3]: PowerSums, rho: number): [number, number] {
  return [m2 / m ** 2, ((1 - rho) * m2 + rho * m3) / (m * ((1 - rho) * m + rho * m2))]
}

/** Passes the votes and the score sums by unit of every contestant, and Σ (y − p)² over its votes. */
function eachContestant(
  { units, start, unit, count }: UnitCells,
  { points, pairOf }: Selection,
  theta: Float64Array | null,
  visit: (contestant: number, votes: number[], scores: number[], variance: number) => void,
): void {
  const indexByUnit = new Int32Array(units)
  const lastSeen = new Int32Array(units).fill(-1)
  const pairs = pairsByContestant(points.contestants, points.first, points.second)
  const inTally = new Int32Array(points.first.length)
  pairOf.forEach((chosen, pair) => chosen >= 0 && (inTally[chosen] = pair))
  for (let contestant = 0; contestant < points.contestants; contestant++) {
    const [votes, scores]: [number[], number[]] = [[], []]
    let variance = 0
    for (let i = pairs.start[contestant]; i < pairs.start[contestant + 1]; i++) {
      const chosen = pairs.pair[i]
      const chance = theta ? sigmoid(theta[points.first[chosen]] - theta[points.second[chosen]]) : 0
      const sign = points.first[chosen] === contestant ? 1 : -1
      for (let outcome = 0; outcome < 3; outcome++) {
        const score = theta ? sign * (FIRST_POINTS[outcome] - chance) : 0
        const tallyCell = 3 * inTally[chosen] + outcome
        for (let cell = start[tallyCell]; cell < start[tallyCell + 1]; cell++) {
          if (lastSeen[unit[cell]] !== contestant) {
            lastSeen[unit[cell]] = contestant
            indexByUnit[unit[cell]] = votes.push(0) - 1
            scores.push(0)
          }
          votes[indexByUnit[unit[cell]]] += count[cell]
          scores[indexByUnit[unit[cell]]] += count[cell] * score
          variance += count[cell] * score * score
        }
      }
    }
    visit(contestant, votes, scores, variance)
  }
}

function pairsByContestant(contestants: number, first: Int32Array, second: Int32Array) {
  const start = new Int32Array(contestants + 1)
  for (let pair = 0; pair < first.length; pair++) {
    start[first[pair] + 1]++
    start[second[pair] + 1]++
  }
  for (let contestant = 0; contestant < contestants; contestant++) start[contestant + 1] += start[contestant]
  const next = start.slice()
  const pair = new Int32Array(2 * first.length)
  for (let own = 0; own < first.length; own++) {
    pair[next[first[own]]++] = own
    pair[next[second[own]]++] = own
  }
  return { start, pair }
}
