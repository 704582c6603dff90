import { information, invert } from '../fit/information.ts'
import { chances } from '../fit/likelihood.ts'
import { pointsOf, type Ballots, type Units } from './ballots.ts'
import type { WeightedFit } from './weights.ts'

/** Fewer than half a degree of freedom are not told apart. */
const FEWEST_DEGREES = 0.5
/** Contrasts times votes beyond which the spread of information over units is summed by contestant, not by contrast. */
const MOST_TERMS = 2e8

/** What is known of the difference of two strengths. */
export interface Contrast {
  /** θ_i − θ_j. */
  lead: number
  /** Its variance, two-way where votes have two kinds of units. */
  variance: number
  /** Degrees of freedom of that variance. */
  degrees: number
  /** The variance if votes were independent and the model true. */
  modelVariance: number
  /** How many equal single votes would say as much. */
  votes: number
}

/** The errors of all contrasts of a fit. */
export interface Contrasts {
  contestants: number
  contrast(i: number, j: number): Contrast
  /**
   * The covariance of strengths by which simultaneous critical values are drawn, M × M: the sum over kinds of units of Σ_u z_u
   * z_uᵀ, z_u = H⁺ S_u, before any correction.
   */
  covariance: Float64Array
}

/** What a kind of unit contributes: for every contrast its raw variance and the Kish number of its information. */
interface KindOfError {
  /** Σ_u T_u². */
  raw(i: number, j: number): number
  /** (Σ I_u)² / Σ I_u². */
  kish(i: number, j: number): number
}

/**
 * The sandwich variance of every θ_i − θ_j. One kind of unit: κ / (κ − 1) · Σ_u T_u², with T_u the sum over a unit's votes of w (y −
 * p) A, A = cᵀ H⁺ d, and κ the Kish number of the information Σ w p (1 − p) A² that units have of this contrast; κ − 1 degrees.
 * A newcomer's own few votes, heavy units and few voters are counted alike. Two kinds: V₁ + V₂ − V₁₂ (Cameron, Gelbach & Miller
 * 2011), never below either, nor below that of single votes, with the fewer degrees of the two.
 * Where a kind is named on a part of the votes only, its excess over single votes is scaled up to all.
 */
export function contrastsOf(ballots: Ballots, fitted: WeightedFit): Contrasts {
  const { contestants, first, second, pair, score } = ballots
  const { theta, weight } = fitted
  const inverse = invert(information(pointsOf(ballots, weight), theta), contestants)
  const chance = chances(ballots, theta)
  const pull = Float64Array.from(pair, (at, vote) => weight[vote] * (score[vote] - chance[at]))
  const share = Float64Array.from(pair, (at, vote) => weight[vote] * chance[at] * (1 - chance[at]))
  const single: Units = {
    start: Int32Array.from({ length: pair.length + 1 }, (_, at) => at),
    votes: Int32Array.from(pair.keys()),
  }
  const contrastCount = (contestants * (contestants - 1)) / 2
  const isExact = contrastCount * pair.length <= MOST_TERMS
  /** (cᵀ H⁺ d)² of every pair. */
  const squares = new Float64Array(first.length)
  const squaresOf = (i: number, j: number) => {
    for (let at = 0; at < first.length; at++) {
      const [a, b] = [first[at], second[at]]
      const own = inverse[i * contestants + a] - inverse[i * contestants + b]
      const other = inverse[j * contestants + a] - inverse[j * contestants + b]
      squares[at] = (own - other) ** 2
    }
  }
  const scores = (units: Units): Float64Array =>
    sandwich(
      inverse,
      contestants,
      outerSum(units, contestants, (vote, add) => {
        add(first[pair[vote]], pull[vote])
        add(second[pair[vote]], -pull[vote])
      }),
    )
  const kindOf = (units: Units): KindOfError & { omega: Float64Array } => {
    const omega = scores(units)
    const byContestant = isExact
      ? null
      : outerSum(units, contestants, (vote, add) => {
          add(first[pair[vote]], share[vote])
          add(second[pair[vote]], share[vote])
        })
    const held = byContestant && informationHeld(ballots, share)
    return {
      omega,
      raw: (i, j) => quadratic(omega, contestants, i, j),
      kish: (i, j) =>
        byContestant
          ? kishByContestant(byContestant, held!, contestants, i, j)
          : kishOf(units, pair, share, squares),
    }
  }
  const votes = kindOf(single)
  const kinds = ballots.kinds
    .filter(({ votes: named }) => named.length > 0)
    .map((units) => ({ units, ...kindOf(units) }))
  const cells = kinds.length === 2 && ballots.cells ? scores(ballots.cells) : null
  /** Of each kind that is named on a part of the votes: the named votes alone, as single ones. */
  const parts = kinds.map(({ units }) => (units.votes.length < pair.length ? namedPart(units, scores) : null))
  const covariance = kinds.length === 0 ? votes.omega : sumOf(kinds.map(({ omega }) => omega))
  return {
    contestants,
    covariance,
    contrast(i, j) {
      if (isExact || parts.some((part) => part !== null)) squaresOf(i, j)
      const lead = theta[i] - theta[j]
      const modelVariance = quadratic(inverse, contestants, i, j)
      const singleVotes = votes.kish(i, j)
      const ofVotes = corrected(votes.raw(i, j), singleVotes)
      if (kinds.length === 0)
        return { lead, variance: ofVotes, degrees: degreesOf(singleVotes), modelVariance, votes: singleVotes }
      const each = kinds.map((kind, at) => {
        const kish = kind.kish(i, j)
        const part = parts[at]
        if (!part) return { kish, variance: corrected(kind.raw(i, j), kish) }
        const named =
          informationIn(kind.units, pair, share, squares) / informationIn(single, pair, share, squares)
        const excess = corrected(kind.raw(i, j), kish) - quadratic(part.single, contestants, i, j)
        const noise = (1 - named) * excessNoise(part.units, i, j, { ballots, pull, inverse })
        return { kish, variance: ofVotes + Math.max(0, excess + noise) / named ** 2 }
      })
      const both =
        each.reduce((sum, { variance }) => sum + variance, 0) -
        (cells ? quadratic(cells, contestants, i, j) : 0)
      const variance = Math.max(ofVotes, both, ...each.map((own) => own.variance))
      const degrees = Math.min(...each.map(({ kish }) => degreesOf(kish)))
      return { lead, variance, degrees, modelVariance, votes: singleVotes }
    },
  }
}

const degreesOf = (kish: number) => Math.max(FEWEST_DEGREES, kish - 1)
const corrected = (raw: number, kish: number) => (kish / Math.max(FEWEST_DEGREES, kish - 1)) * raw

/** Σ over units of x xᵀ, x being the sums that `each` adds for the votes of a unit. */
function outerSum(
  { start, votes }: Units,
  n: number,
  each: (vote: number, add: (contestant: number, value: number) => void) => void,
): Float64Array {
  const total = new Float64Array(n * n)
  const sum = new Float64Array(n)
  const seen = new Int32Array(n).fill(-1)
  const touched: number[] = []
  for (let unit = 0; unit + 1 < start.length; unit++) {
    touched.length = 0
    for (let at = start[unit]; at < start[unit + 1]; at++)
      each(votes[at], (contestant, value) => {
        if (seen[contestant] !== unit) {
          seen[contestant] = unit
          touched.push(contestant)
          sum[contestant] = 0
        }
        sum[contestant] += value
      })
    for (const i of touched) for (const j of touched) total[i * n + j] += sum[i] * sum[j]
  }
  return total
}

/** G B G for symmetric G and B. */
function sandwich(outer: Float64Array, n: number, inner: Float64Array): Float64Array {
  const half = times(outer, inner, n)
  return times(half, outer, n)
}

function times(a: Float64Array, b: Float64Array, n: number): Float64Array {
  const product = new Float64Array(n * n)
  for (let i = 0; i < n; i++)
    for (let k = 0; k < n; k++) {
      const factor = a[i * n + k]
      if (factor !== 0) for (let j = 0; j < n; j++) product[i * n + j] += factor * b[k * n + j]
    }
  return product
}

const quadratic = (matrix: Float64Array, n: number, i: number, j: number) =>
  Math.max(0, matrix[i * n + i] + matrix[j * n + j] - matrix[i * n + j] - matrix[j * n + i])

function kishOf(
  { start, votes }: Units,
  pair: Int32Array,
  share: Float64Array,
  squares: Float64Array,
): number {
  let [sum, ofSquares] = [0, 0]
  for (let unit = 0; unit + 1 < start.length; unit++) {
    let own = 0
    for (let at = start[unit]; at < start[unit + 1]; at++) own += share[votes[at]] * squares[pair[votes[at]]]
    sum += own
    ofSquares += own * own
  }
  return ofSquares > 0 ? (sum * sum) / ofSquares : 0
}

function informationIn(
  { votes }: Units,
  pair: Int32Array,
  share: Float64Array,
  squares: Float64Array,
): number {
  let sum = 0
  for (const vote of votes) sum += share[vote] * squares[pair[vote]]
  return sum
}

/** The information of each contestant's votes. */
function informationHeld({ contestants, first, second, pair }: Ballots, share: Float64Array): Float64Array {
  const held = new Float64Array(contestants)
  pair.forEach((at, vote) => {
    held[first[at]] += share[vote]
    held[second[at]] += share[vote]
  })
  return held
}

/**
 * The Kish number of a contrast in a large field, where nearly all information of it is in the votes of its two contestants: a
 * unit has x_i / h_i² + x_j / h_j² of it, with x the information in its votes on a contestant and h the sum of x.
 */
function kishByContestant(outer: Float64Array, held: Float64Array, n: number, i: number, j: number): number {
  const [a, b] = [1 / held[i] ** 2, 1 / held[j] ** 2]
  const sum = 1 / held[i] + 1 / held[j]
  return sum ** 2 / (outer[i * n + i] * a * a + outer[j * n + j] * b * b + 2 * outer[i * n + j] * a * b)
}

function namedPart(units: Units, scores: (units: Units) => Float64Array) {
  const single = {
    start: Int32Array.from({ length: units.votes.length + 1 }, (_, at) => at),
    votes: units.votes,
  }
  return { units, single: scores(single) }
}

/** √Σ e², e = T_u² − Σ_k t_k²: about a standard error of the excess of units over single votes. */
function excessNoise(
  { start, votes }: Units,
  i: number,
  j: number,
  {
    ballots: { contestants: n, first, second, pair },
    pull,
    inverse,
  }: { ballots: Ballots; pull: Float64Array; inverse: Float64Array },
): number {
  let total = 0
  for (let unit = 0; unit + 1 < start.length; unit++) {
    let [sum, single] = [0, 0]
    for (let at = start[unit]; at < start[unit + 1]; at++) {
      const vote = votes[at]
      const [a, b] = [first[pair[vote]], second[pair[vote]]]
      const t =
        pull[vote] * (inverse[i * n + a] - inverse[i * n + b] - inverse[j * n + a] + inverse[j * n + b])
      sum += t
      single += t * t
    }
    total += (sum * sum - single) ** 2
  }
  return Math.sqrt(total)
}

function sumOf(matrices: readonly Float64Array[]): Float64Array {
  return matrices[0].map((_, at) => matrices.reduce((sum, matrix) => sum + matrix[at], 0))
}
