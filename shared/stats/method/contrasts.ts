import { information, invert } from '../fit/information.ts'
import { chances } from '../fit/likelihood.ts'
import { pointsOf, type Ballots, type Units } from './ballots.ts'
import type { WeightedFit } from './weights.ts'

/** Fewer than half a degree of freedom are not told apart. */
const FEWEST_DEGREES = 0.5
/** The information of 30 votes between even contestants, from which on a contestant has its full weight in the mean of all. */
const WELL_KNOWN = 30 / 4
/** A smaller share of a contrast's information is nothing but rounding. */
const LEAST_NAMED = 1e-9
/** Contrasts times pairs met in units beyond which the spread of information over units is summed by contestant, not by contrast. */
const MOST_TERMS = 1e8

/** What is known of the difference of two strengths. */
export interface Contrast {
  /** θ_i − θ_j. */
  lead: number
  /** Its variance, two-way where votes have two kinds of units. */
  variance: number
  degrees: number
  /** The variance if votes were independent and the model true. */
  modelVariance: number
  /** The Kish number of its single votes. */
  kish: number
  /**
   * How many votes its error can be told from: κᵉ (4 / V₀)¹⁻ᵉ, with e the mean of 4 p (1 − p) and V₀ the model's variance. That is the
   * number of votes between even contestants, and where one always wins the number of votes that tell of a loss.
   */
  votes: number
  /** That mean of 4 p (1 − p): 1 between even contestants. */
  evenness: number
  /** The variance of single votes, and for each kind of units its Kish number and what it adds to that, with its error. */
  single: number
  kinds: readonly { kish: number; excess: number; noise: number }[]
}

/** The errors of all contrasts of a fit. */
export interface Contrasts {
  contestants: number
  contrast(i: number, j: number): Contrast
  /** The same of one strength, measured from the mean of all; in it newcomers weigh less, since they would make all ratings unknown. */
  strength(i: number): Contrast
  /**
   * The covariance of strengths by which simultaneous critical values are drawn, M × M: the sum over kinds of units of Σ_u z_u
   * z_uᵀ, z_u = H⁺ S_u, before any correction.
   */
  covariance: Float64Array
}

/** What a kind of unit contributes. */
interface KindOfError {
  /** Σ_u z_u z_uᵀ. */
  omega: Float64Array
  /** (Σ I_u)² / Σ I_u² of a contrast. */
  kish(i: number, j: number): number
}

/**
 * The sandwich variance of every θ_i − θ_j. One kind of unit: κ / (κ − 1) · Σ_u T_u², with T_u the sum over a unit's votes of w (y −
 * p) A, A = cᵀ H⁺ d, and κ the Kish number of the information Σ w p (1 − p) A² that units have of this contrast; κ − 1 degrees.
 * A newcomer's own few votes, heavy units and few voters are counted alike. Two kinds: V₁ + V₂ − V₁₂ (Cameron, Gelbach & Miller
 * 2011), never below either, nor below that of single votes, with the fewer degrees of the two.
 * Where a kind is named on a part of the votes only, its excess over single votes is scaled up to all.
 * @param reach  what the score of each contestant adds to each strength, a row for each strength; H⁺ of the fit if left out
 */
export function contrastsOf(
  ballots: Ballots,
  fitted: Pick<WeightedFit, 'theta' | 'weight'>,
  reach?: Float64Array,
): Contrasts {
  const { contestants, first, second, pair, score } = ballots
  const { theta, weight } = fitted
  const inverse = reach ?? invert(information(pointsOf(ballots, weight), theta), contestants)
  const chance = chances(ballots, theta)
  const pull = weight.map((own, vote) => own * (score[vote] - chance[pair[vote]]))
  const share = weight.map((own, vote) => own * chance[pair[vote]] * (1 - chance[pair[vote]]))
  const met = (units: Units) => metIn(units, { pair, pull, share })
  const alone = aloneOf(pair, { pull, share }, first.length)
  const ends = { first, second, contestants }
  const held = informationHeld(alone.share, ends)
  const known = held.map((own) => Math.min(1, own / WELL_KNOWN))
  const all = known.reduce((sum, own) => sum + own, 0)
  const mean = known.map((own) => own / all)
  /** H⁺, and in a row more the mean of its rows. */
  const rows = reach ?? withMean(inverse, mean)
  const kinds = ballots.kinds
    .map((units) => ({
      units,
      met: met(units),
    }))
    .filter(({ units: { votes } }) => votes.length > 0)
  const largest = kinds.reduce((most, { met: { pair: own } }) => Math.max(most, own.length), first.length)
  const isExact = reach !== undefined || ((contestants * (contestants - 1)) / 2) * largest <= MOST_TERMS
  /** (cᵀ H⁺ d)² of every pair. */
  const squares = new Float64Array(first.length)
  const squaresOf = (i: number, j: number) => {
    for (let at = 0; at < first.length; at++) {
      const [a, b] = [first[at], second[at]]
      squares[at] = (towards(rows, contestants, i, a, b) - towards(rows, contestants, j, a, b)) ** 2
    }
  }
  const spreadOver = (outer: Float64Array) => sandwich(inverse, contestants, outer)
  const ofVotes: KindOfError = {
    omega: spreadOver(outerOfPairs(alone.pullSquares, ends, -1)),
    kish: isExact
      ? () => kishOfPairs(alone, squares)
      : kishByContestant(outerOfPairs(alone.shareSquares, ends, 1), held, contestants),
  }
  const ofKinds = kinds.map(({ met: own }): KindOfError => ({
    omega: spreadOver(outerSum(own, own.pull, ends, -1)),
    kish: isExact
      ? () => kishOf(own, squares)
      : kishByContestant(outerSum(own, own.share, ends, 1), held, contestants),
  }))
  const cells = kinds.length === 2 && ballots.cells ? met(ballots.cells) : null
  const ofCells = cells && spreadOver(outerSum(cells, cells.pull, ends, -1))
  /** Of each kind that is named on a part of the votes: the named votes alone, as single ones. */
  const parts = kinds.map(({ units: { votes }, met: own }) => {
    if (votes.length === pair.length) return null
    const named = aloneOf(
      votes.map((vote) => pair[vote]),
      {
        pull: Float64Array.from(votes, (vote) => pull[vote]),
        share: Float64Array.from(votes, (vote) => share[vote]),
      },
      first.length,
    )
    return { met: own, share: named.share, omega: spreadOver(outerOfPairs(named.pullSquares, ends, -1)) }
  })
  const varianceOf = (omega: Float64Array) => varianceBy(omega, mean)
  const [byModel, bySingles] = [inverse, ofVotes.omega].map(varianceOf)
  const byKinds = ofKinds.map(({ omega }) => varianceOf(omega))
  const byParts = parts.map((part) => part && varianceOf(part.omega))
  const byCells = ofCells ? varianceOf(ofCells) : () => 0
  const covariance = kinds.length === 0 ? ofVotes.omega : sumOf(ofKinds.map(({ omega }) => omega))
  const even = Float64Array.from(chance, (p) => 4 * p * (1 - p))
  const shareIn = shareOfInformation(alone.share, squares, isExact ? null : ends)
  const evenIn = shareIn(alone.share.map((own, at) => own * even[at]))
  const namedIn = parts.map((part) => part && shareIn(part.share))
  const contrast = (i: number, j: number): Contrast => {
    if (isExact) squaresOf(i, j)
    const lead = theta[i] - (j === contestants ? 0 : theta[j])
    const modelVariance = byModel(i, j)
    const singleVotes = ofVotes.kish(i, j)
    const byVotes = corrected(bySingles(i, j), singleVotes)
    const evenness = evenIn(i, j)
    const votes = singleVotes ** evenness * (4 / modelVariance) ** (1 - evenness)
    const each = ofKinds.map(({ kish: kishAt }, at) => {
      const kish = kishAt(i, j)
      const variance = corrected(byKinds[at](i, j), kish)
      const part = parts[at]
      if (!part) return { kish, variance }
      const named = namedIn[at]!(i, j)
      const excess = variance - byParts[at]!(i, j)
      const noise = isExact ? excessNoise(part.met, i, j, ends, rows) : variance * Math.sqrt(2 / kish)
      // where no named vote tells of a contrast, nothing is known of its error
      const scaled = named > LEAST_NAMED ? Math.max(0, excess + (1 - named) * noise) / named ** 2 : Infinity
      return { kish, variance: byVotes + scaled }
    })
    const both = each.reduce((sum, { variance }) => sum + variance, 0) - byCells(i, j)
    const variance = Math.max(byVotes, both, ...each.map((own) => own.variance))
    return {
      lead,
      variance: variance > ROUNDING * modelVariance ? variance : 0,
      degrees:
        each.length === 0 ? degreesOf(singleVotes) : Math.min(...each.map(({ kish }) => degreesOf(kish))),
      modelVariance,
      kish: singleVotes,
      votes,
      evenness,
      single: byVotes,
      kinds: each.map(({ kish, variance: own }) => ({
        kish,
        excess: Math.max(0, own - byVotes),
        noise: own * Math.sqrt(2 / degreesOf(kish)),
      })),
    }
  }
  return { contestants, covariance, contrast, strength: (i) => contrast(i, contestants) }
}

function withMean(matrix: Float64Array, mean: Float64Array): Float64Array {
  const n = mean.length
  const rows = new Float64Array((n + 1) * n)
  rows.set(matrix)
  for (let i = 0; i < n; i++) for (let k = 0; k < n; k++) rows[n * n + k] += mean[i] * matrix[i * n + k]
  return rows
}

/** What a vote of a against b moves strength i by, a step of its score. */
const towards = (rows: Float64Array, n: number, i: number, a: number, b: number) =>
  rows[i * n + a] - rows[i * n + b]

/**
 * By what factor the score of θ_i − θ_j varies more over units than the model says, at strengths with θ_i = θ_j. Two units
 * that are each unanimous have a spread of almost nothing around a fit, but not around equality.
 */
export function spreadAtEquality(
  ballots: Ballots,
  weight: Float64Array,
  theta: Float64Array,
  [i, j]: readonly [number, number],
): number {
  const { contestants, first, second, pair, score } = ballots
  const inverse = invert(information(pointsOf(ballots, weight), theta), contestants)
  const chance = chances(ballots, theta)
  const reach = Float64Array.from(
    first,
    (a, at) =>
      towards(inverse, contestants, i, a, second[at]) - towards(inverse, contestants, j, a, second[at]),
  )
  const pull = Float64Array.from(pair, (at, vote) => weight[vote] * (score[vote] - chance[at]) * reach[at])
  const expected = pair.reduce(
    (sum, at, vote) => sum + weight[vote] * chance[at] * (1 - chance[at]) * reach[at] ** 2,
    0,
  )
  const singles = pull.reduce((sum, own) => sum + own * own, 0)
  /** By how much units vary more than their votes would alone, as if all votes had one. */
  const excess = ({ start, votes }: Units): number => {
    let [squares, alone] = [0, 0]
    for (let unit = 0; unit + 1 < start.length; unit++) {
      let sum = 0
      for (let at = start[unit]; at < start[unit + 1]; at++) {
        sum += pull[votes[at]]
        alone += pull[votes[at]] ** 2
      }
      squares += sum * sum
    }
    return singles > 0 && alone > 0 ? Math.max(0, squares - alone) / (alone / singles) ** 2 : 0
  }
  const each = ballots.kinds.map(excess)
  const both = each.reduce((sum, own) => sum + own, 0) - (ballots.cells ? excess(ballots.cells) : 0)
  return (singles + Math.max(0, both, ...each)) / expected
}

/** A smaller share of the model's variance is rounding. */
const ROUNDING = 1e-12

const degreesOf = (kish: number) => Math.max(FEWEST_DEGREES, kish - 1)
const corrected = (raw: number, kish: number) => (kish / Math.max(FEWEST_DEGREES, kish - 1)) * raw

interface Pairs {
  contestants: number
  first: Int32Array
  second: Int32Array
}

/** The votes of units, summed where they are on the same pair. Those of unit u are start[u] … start[u + 1] − 1. */
interface Met {
  start: Int32Array
  pair: Int32Array
  pull: Float64Array
  pullSquares: Float64Array
  share: Float64Array
}

interface OfVotes {
  pull: Float64Array
  share: Float64Array
}

/** The votes of a unit are in the order of pairs, as all ballots are. */
function metIn({ start, votes }: Units, { pair, pull, share }: OfVotes & { pair: Int32Array }): Met {
  const met: Met = {
    start: new Int32Array(start.length),
    pair: new Int32Array(votes.length),
    pull: new Float64Array(votes.length),
    pullSquares: new Float64Array(votes.length),
    share: new Float64Array(votes.length),
  }
  let count = 0
  for (let unit = 0; unit + 1 < start.length; unit++) {
    met.start[unit] = count
    for (let at = start[unit]; at < start[unit + 1]; at++) {
      const vote = votes[at]
      if (at === start[unit] || pair[vote] !== met.pair[count - 1]) met.pair[count++] = pair[vote]
      met.pull[count - 1] += pull[vote]
      met.pullSquares[count - 1] += pull[vote] ** 2
      met.share[count - 1] += share[vote]
    }
  }
  met.start[start.length - 1] = count
  return {
    start: met.start,
    pair: met.pair.slice(0, count),
    pull: met.pull.slice(0, count),
    pullSquares: met.pullSquares.slice(0, count),
    share: met.share.slice(0, count),
  }
}

/** For each pair the sums over votes as units of their own. */
function aloneOf(pair: Int32Array, { pull, share }: OfVotes, pairs: number) {
  const sums = {
    pullSquares: new Float64Array(pairs),
    share: new Float64Array(pairs),
    shareSquares: new Float64Array(pairs),
  }
  pair.forEach((at, vote) => {
    sums.pullSquares[at] += pull[vote] ** 2
    sums.share[at] += share[vote]
    sums.shareSquares[at] += share[vote] ** 2
  })
  return sums
}

/** Σ over pairs of value · x xᵀ, x = e_a + sign · e_b. */
function outerOfPairs(
  values: Float64Array,
  { first, second, contestants: n }: Pairs,
  sign: 1 | -1,
): Float64Array {
  const total = new Float64Array(n * n)
  values.forEach((value, at) => {
    const [a, b] = [first[at], second[at]]
    total[a * n + a] += value
    total[b * n + b] += value
    total[a * n + b] += sign * value
    total[b * n + a] += sign * value
  })
  return total
}

/** Σ over units of x xᵀ, x being the sum over the votes of a unit of value · (e_a + sign · e_b). */
function outerSum(
  { start, pair }: Met,
  values: Float64Array,
  { first, second, contestants: n }: Pairs,
  sign: 1 | -1,
): Float64Array {
  const total = new Float64Array(n * n)
  const sum = new Float64Array(n)
  const seen = new Int32Array(n).fill(-1)
  const touched = new Int32Array(n)
  for (let unit = 0; unit + 1 < start.length; unit++) {
    let count = 0
    for (let at = start[unit]; at < start[unit + 1]; at++) {
      const [a, b] = [first[pair[at]], second[pair[at]]]
      if (seen[a] !== unit) {
        seen[a] = unit
        touched[count++] = a
        sum[a] = 0
      }
      if (seen[b] !== unit) {
        seen[b] = unit
        touched[count++] = b
        sum[b] = 0
      }
      sum[a] += values[at]
      sum[b] += sign * values[at]
    }
    // one half, in the order of memory: of units with a thousand votes, a quarter of the time
    const own = touched.subarray(0, count).sort()
    for (let one = 0; one < count; one++) {
      const [row, value] = [own[one] * n, sum[own[one]]]
      for (let other = 0; other <= one; other++) total[row + own[other]] += value * sum[own[other]]
    }
  }
  for (let i = 0; i < n; i++) for (let j = 0; j < i; j++) total[j * n + i] = total[i * n + j]
  return total
}

/** G B Gᵀ for a symmetric B. */
function sandwich(outer: Float64Array, n: number, inner: Float64Array): Float64Array {
  return timesTransposed(outer, timesTransposed(outer, inner, n), n)
}

/** A Bᵀ: rows times rows, which lie together in memory. */
function timesTransposed(a: Float64Array, b: Float64Array, n: number): Float64Array {
  const product = new Float64Array(n * n)
  for (let i = 0; i < n; i++) {
    const row = a.subarray(i * n, (i + 1) * n)
    for (let j = 0; j < n; j++) {
      const other = b.subarray(j * n, (j + 1) * n)
      let [even, odd] = [0, 0]
      let k = 0
      for (; k + 1 < n; k += 2) {
        even += row[k] * other[k]
        odd += row[k + 1] * other[k + 1]
      }
      if (k < n) even += row[k] * other[k]
      product[i * n + j] = even + odd
    }
  }
  return product
}

/** The variance of i less j by a covariance, or less the mean where j is one more than the last. */
function varianceBy(matrix: Float64Array, mean: Float64Array): (i: number, j: number) => number {
  const n = mean.length
  const withMeanOf = Float64Array.from(mean, (_, i) =>
    mean.reduce((sum, own, k) => sum + own * matrix[i * n + k], 0),
  )
  const ofMean = product(mean, withMeanOf)
  return (i, j) =>
    Math.max(
      0,
      j < n
        ? matrix[i * n + i] + matrix[j * n + j] - matrix[i * n + j] - matrix[j * n + i]
        : matrix[i * n + i] - 2 * withMeanOf[i] + ofMean,
    )
}

function kishOf({ start, pair, share }: Met, squares: Float64Array): number {
  let [sum, ofSquares] = [0, 0]
  for (let unit = 0; unit + 1 < start.length; unit++) {
    let own = 0
    for (let at = start[unit]; at < start[unit + 1]; at++) own += share[at] * squares[pair[at]]
    sum += own
    ofSquares += own * own
  }
  return ofSquares > 0 ? (sum * sum) / ofSquares : 0
}

function kishOfPairs(
  { share, shareSquares }: { share: Float64Array; shareSquares: Float64Array },
  squares: Float64Array,
): number {
  const ofSquares = product(shareSquares, squares, squares)
  return ofSquares > 0 ? product(share, squares) ** 2 / ofSquares : 0
}

function product(a: Float64Array, b: Float64Array, c?: Float64Array): number {
  let sum = 0
  for (let at = 0; at < a.length; at++) sum += a[at] * b[at] * (c ? c[at] : 1)
  return sum
}

/**
 * What share a part of the votes has of the information of a contrast, where the part's information of each pair is known.
 * @param ends  given in large fields, where the smaller share of the two contestants' votes is taken
 */
function shareOfInformation(all: Float64Array, squares: Float64Array, ends: Pairs | null) {
  return (part: Float64Array) => {
    if (!ends)
      return (): number => {
        const known = product(all, squares)
        return known > 0 ? product(part, squares) / known : 0
      }
    const [held, own] = [informationHeld(all, ends), informationHeld(part, ends)]
    const shareOf = (i: number) => (i === held.length ? 1 : own[i] / held[i])
    return (i: number, j: number): number => Math.min(shareOf(i), shareOf(j))
  }
}

/** The information of each contestant's votes. */
function informationHeld(share: Float64Array, { contestants, first, second }: Pairs): Float64Array {
  const held = new Float64Array(contestants)
  share.forEach((own, at) => {
    held[first[at]] += own
    held[second[at]] += own
  })
  return held
}

/**
 * The Kish number of a contrast in a large field, where nearly all information of it is in the votes of its two contestants: a
 * unit has x_i / h_i² + x_j / h_j² of it, with x the information in its votes on a contestant and h the sum of x.
 */
function kishByContestant(outer: Float64Array, held: Float64Array, n: number) {
  return (i: number, j: number): number => {
    if (j === n) return held[i] ** 2 / outer[i * n + i]
    const [a, b] = [1 / held[i] ** 2, 1 / held[j] ** 2]
    const sum = 1 / held[i] + 1 / held[j]
    return sum ** 2 / (outer[i * n + i] * a * a + outer[j * n + j] * b * b + 2 * outer[i * n + j] * a * b)
  }
}

/** √Σ e², e = T_u² − Σ_k t_k²: about a standard error of the excess of units over single votes. */
function excessNoise(
  { start, pair, pull, pullSquares }: Met,
  i: number,
  j: number,
  { contestants: n, first, second }: Pairs,
  rows: Float64Array,
): number {
  let total = 0
  for (let unit = 0; unit + 1 < start.length; unit++) {
    let [sum, single] = [0, 0]
    for (let at = start[unit]; at < start[unit + 1]; at++) {
      const [a, b] = [first[pair[at]], second[pair[at]]]
      const reach = towards(rows, n, i, a, b) - towards(rows, n, j, a, b)
      sum += pull[at] * reach
      single += pullSquares[at] * reach ** 2
    }
    total += (sum * sum - single) ** 2
  }
  return Math.sqrt(total)
}

function sumOf(matrices: readonly Float64Array[]): Float64Array {
  return matrices[0].map((_, at) => matrices.reduce((sum, matrix) => sum + matrix[at], 0))
}
