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
   * correlate by ρ. G_i if units are equal. If votes are resampled by two kinds of units, what both are worth
   * together (`worthOfBoth`); of the counts above, the smaller. Chosen by `npm run simulate -- field`: Kish's (1965) (Σm)²/Σm² leaves 5 to 7 %
   * false if five prompts have 60 votes and 45 have 6; Satterthwaite's (Σv)²/Σv² of raw scores costs a third of the
   * declared pairs if votes follow Zipf's law.
   */
  effective: ArrayLike<number>
  /**
   * How many equal units would give a variance with the same bias, (G − 1)/(G + 1). A unit with many votes pulls
   * the fit towards itself, more so if its votes are correlated. G_i if units are equal.
   */
  unbiased: ArrayLike<number>
  /** 1 + ρ (Σm²/Σm − 1): the factor by which correlated votes increase the contestant's variance (Kish 1965). */
  design: ArrayLike<number>
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
  if (!units) return { votes, units: votes, effective: votes, unbiased: votes, design: votes.map(() => 1) }
  const first = unitsOf(units, selection, theta)
  if (!crossed) return { votes, ...first }
  const second = unitsOf(crossed, selection, theta)
  const at = ({ effective, unbiased, design }: typeof first, i: number) => ({
    effective: effective[i],
    unbiased: unbiased[i],
    design: design[i],
  })
  const worth = Array.from(votes, (_, i) => worthOfBoth(at(first, i), at(second, i)))
  return {
    votes,
    units: first.units.map((count, i) => Math.min(count, second.units[i])),
    effective: worth.map((own) => own.effective),
    unbiased: worth.map((own) => own.unbiased),
    design: first.design.map((factor, i) => factor + second.design[i] - 1),
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
    ...worthOf(sums, rho),
    design: Float64Array.from(sums, ({ power: [m, m2] }) => 1 + (m > 0 ? rho * (m2 / m - 1) : 0)),
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

/** How many equal units the units of one kind are worth, for the scatter and for the bias of a variance. */
interface KindWorth {
  effective: number
  unbiased: number
  /** The factor by which votes that share units of this kind increase the variance: 1 or more. */
  design: number
}

/**
 * What two kinds of units that cross each other are worth together, for the variance V_first + V_second − V_vote
 * (Cameron, Gelbach & Miller 2011), in units of V_vote: D₁ + D₂ − 1. Each part is too small by its own bias c = (G +
 * 1)/(G − 1), so the sum is too small by (D₁ + D₂ − 1)/(D₁/c₁ + D₂/c₂ − 1), where no sum is below its parts. Its
 * degrees of freedom are (D₁ + D₂ − 1)²/(D₁²/d₁ + D₂²/d₂) (Satterthwaite 1946). Both lie between those of the two
 * kinds, so two kinds of equal worth are worth as much together.
 */
export function worthOfBoth(first: KindWorth, second: KindWorth): Omit<KindWorth, 'design'> {
  const kinds = [first, second]
  const [c1, c2] = kinds.map(({ unbiased }) => biasOf(unbiased))
  const [v1, v2] = [first.design / c1, second.design / c2]
  const total = first.design + second.design - 1
  const bias = Math.max(Math.min(c1, c2), total / Math.max(v1, v2, v1 + v2 - 1))
  const fewest = Math.min(first.unbiased, second.unbiased)
  const [d1, d2] = kinds.map(({ effective }) => freedomOf(effective))
  const freedom = total ** 2 / (first.design ** 2 / d1 + second.design ** 2 / d2)
  return {
    unbiased: bias < Math.max(c1, c2) ? (bias + 1) / (bias - 1) : fewest,
    effective:
      freedom > Math.min(d1, d2)
        ? 1 + Math.min(Math.max(d1, d2), freedom)
        : Math.min(first.effective, second.effective),
  }
}

const biasOf = (units: number) => (Math.max(2, units) + 1) / (Math.max(2, units) - 1)
const freedomOf = (units: number) => Math.max(2, units) - 1
