import { bootstrap, type Deviations, type Rounds, type Resample } from './bootstrap.ts'
import { factorise } from '../numbers/linear.ts'
import { isInformative, type Information } from '../fit/information.ts'
import type { PairPoints, Selection } from '../fit/points.ts'
import { type Power, meanAndRate, type JudgedBattles } from './power.ts'
import { RandomStream } from '../numbers/random.ts'
import type { Tally, UnitCells } from '../fit/tally.ts'
import { ALPHA, normalFactor } from './comparison.ts'
import { predictionQuantile } from '../numbers/distributions.ts'
import { sigmoid } from '../fit/likelihood.ts'

/** How far the strengths of a fit may be off by chance. Intervals are made only from this. */
export interface Spread {
  /** s_i of every contestant of the fit. */
  standardErrors: Float64Array
  /** s_ij. */
  ofDifference: (i: number, j: number) => number
  /** Joint draws of d for all contestants, one for each round. */
  deviations: () => Deviations
}

/** Estimates the spread of a fit, from the information at its strengths. */
export type SpreadAt = (at: Information) => Spread

/** The spread from refitted rounds, with which boards are published. */
export function bootstrapSpread(
  points: PairPoints,
  theta: Float64Array,
  resample: Resample,
  rounds: Rounds,
): SpreadAt {
  return (at) => {
    const deviations = bootstrap(points, theta, at, resample, rounds)
    return {
      standardErrors: deviationsOf(deviations),
      ofDifference: (i, j) => deviationOfDifference(deviations, i, j),
      deviations: () => deviations,
    }
  }
}

/**
 * The spread without refits, for previews: s_i and s_ij from the sandwich covariance V, and seeded draws of d from
 * N(0, V), as many as there would be rounds. Draw r uses the stream (seed, r). To first order this equals the
 * bootstrap; it ignores the skewness of few votes. Costs O(units · M² + M³ + rounds · M²).
 */
export function sandwichSpread(
  tally: Tally,
  selection: Selection,
  theta: Float64Array,
  rounds: Rounds,
  power: Power | null = null,
): SpreadAt {
  return (at) => {
    const covariance = power
      ? poweredSandwich(tally, selection, theta, at, power)
      : sandwich(tally, selection, theta, at)
    let drawn: Deviations | null = null
    return {
      standardErrors: Float64Array.from(theta, (_, i) => covarianceError(covariance, i)),
      ofDifference: (i, j) => covarianceError(covariance, i, j),
      deviations: () => (drawn ??= normalDraws(covariance, rounds)),
    }
  }
}

/**
 * The spread of votes with two kinds of units that cross each other (Cameron, Gelbach & Miller 2011): for every
 * contestant and difference V_first + V_second − V_vote, so that what both kinds count is subtracted once, and
 * never below the larger of the two. Draws are those of the first kind, or of the second if the first is a single
 * unit, scaled to these errors.
 */
export function twoWaySpread(first: SpreadAt, second: SpreadAt, vote: SpreadAt): SpreadAt {
  return (fisher) => {
    const [firstSpread, secondSpread, single] = [first(fisher), second(fisher), vote(fisher)]
    const standardErrors = firstSpread.standardErrors.map((own, i) =>
      twoWayError(own, secondSpread.standardErrors[i], single.standardErrors[i]),
    )
    const source = firstSpread.standardErrors.some((s, i) => isInformative(fisher, s, i))
      ? firstSpread
      : secondSpread
    let stretched: Deviations | null = null
    return {
      standardErrors,
      ofDifference: (i, j) =>
        twoWayError(
          firstSpread.ofDifference(i, j),
          secondSpread.ofDifference(i, j),
          single.ofDifference(i, j),
        ),
      deviations: () =>
        (stretched ??= stretch(
          source.deviations(),
          source.standardErrors.map((s, i) => (isInformative(fisher, s, i) ? standardErrors[i] / s : 1)),
        )),
    }
  }
}

/** √(a² + b² − c²) of standard errors by two kinds of units and by vote, and never below a or b. */
export function twoWayError(a: number, b: number, c: number): number {
  return Math.sqrt(Math.max(a * a, b * b, a * a + b * b - c * c))
}

function stretch({ rounds, contestants, values }: Deviations, by: Float64Array): Deviations {
  return { rounds, contestants, values: values.map((value, at) => value * by[at % contestants]) }
}

/** Draws of N(0, V), one for each round. */
function normalDraws(
  { contestants: m, values: covariance }: Covariance,
  { rounds, seed, onProgress }: Rounds,
) {
  const factor = rootOf(covariance, m)
  const values = new Float64Array(rounds * m)
  const z = new Float64Array(m)
  for (let round = 0; round < rounds; round++) {
    const stream = new RandomStream(seed, round)
    for (let i = 0; i < m; i++)
      z[i] = Math.sqrt(2 * stream.exponential()) * Math.cos(2 * Math.PI * stream.uniform())
    for (let i = 0; i < m; i++) {
      let sum = 0
      for (let j = 0; j <= i; j++) sum += factor[i * m + j] * z[j]
      values[round * m + i] = sum
    }
  }
  onProgress(1)
  return { rounds, contestants: m, values }
}

/** L with L Lᵀ = V, except for a ridge far below printed precision: V has no inverse, since strengths sum to zero. */
function rootOf(covariance: Float64Array, m: number): Float64Array {
  let level = 0
  for (let i = 0; i < m; i++) level = Math.max(level, covariance[i * m + i])
  if (level === 0) return new Float64Array(m * m)
  for (let ridge = 1e-10; ; ridge *= 10) {
    const matrix = covariance.slice()
    for (let i = 0; i < m; i++) matrix[i * m + i] += ridge * level
    if (factorise(matrix, m)) return matrix
  }
}

/** With two contestants w_1 + w_2 is the error of their difference itself; with more it is about √2 times that. */
export const inErrorsOf = (contestants: number) => (contestants === 2 ? 1 : Math.SQRT2)

/** No bar is shorter than this, so that the ratio of two bars is never 0/0. */
const SHORTEST = 1e-9

/** s_i: the standard deviation of d_i over the rounds (two at least), for every contestant. */
export function deviationsOf(deviations: Deviations): Float64Array {
  return Float64Array.from({ length: deviations.contestants }, (_, i) =>
    spread(deviations, (row) => deviations.values[row + i]),
  )
}

/** s_ij: the standard deviation of d_i − d_j over the rounds. */
export function deviationOfDifference(deviations: Deviations, i: number, j: number): number {
  return spread(deviations, (row) => deviations.values[row + i] - deviations.values[row + j])
}

function spread({ rounds, contestants }: Deviations, at: (row: number) => number): number {
  let mean = 0
  for (let round = 0; round < rounds; round++) mean += at(round * contestants) / rounds
  let squares = 0
  for (let round = 0; round < rounds; round++) squares += (at(round * contestants) - mean) ** 2
  return Math.sqrt(squares / (rounds - 1))
}

/**
 * w_i: quasi-standard errors, chosen so that w_i² + w_j² is near the variance of the difference for every pair
 * (Firth & de Menezes 2004): w_i² = (M s_i² − Σs²/(M − 1)) / (M − 2), at least 0.1 s_i²; for M = 2, w = s.
 */
export function quasiErrors(s: Float64Array): Float64Array {
  const m = s.length
  const share = s.reduce((sum, value) => sum + value * value, 0) / (m - 1)
  return s.map((value) => {
    const square = value * value
    const quasi = m === 2 ? square : Math.max((m * square - share) / (m - 2), 0.1 * square)
    return Math.max(Math.sqrt(quasi), SHORTEST)
  })
}

/**
 * k: the value that max_{i<j} |d_i − d_j| / (w_i + w_j) exceeds with probability alpha. It is at least what a
 * single pair of equal bars needs: 1.96/√2 at 5 %, and 1.96 with two contestants. So k has a floor even if the
 * rounds show no spread (one prompt, or prompts that all agree). If fewer than one round should exceed it, the
 * largest ratio is extended as far as a normal quantile would be.
 */
export function simultaneousFactor(deviations: Deviations, w: Float64Array, alpha = ALPHA): number {
  const { rounds, contestants, values } = deviations
  const most = Float64Array.from({ length: rounds }, (_, round) =>
    largestRatio(values.subarray(round * contestants, (round + 1) * contestants), w),
  )
  const seen = Math.max(alpha, 1 / (rounds + 1))
  const stretch = seen === alpha ? 1 : normalFactor(alpha) / normalFactor(seen)
  return Math.max(
    normalFactor(alpha) / inErrorsOf(contestants),
    stretch * predictionQuantile(most.sort(), seen),
  )
}

/**
 * max_{i<j} |d_i − d_j| / (w_i + w_j), for w > 0, in a few passes over the contestants: a ratio k is exceeded by
 * the pair that maximises (d_i − k w_i) − (d_j + k w_j), or by none (Dinkelbach 1967).
 */
export function largestRatio(d: Float64Array, w: Float64Array): number {
  let k = 0
  for (;;) {
    let top = 0
    let bottom = 0
    for (let i = 1; i < d.length; i++) {
      if (d[i] - k * w[i] > d[top] - k * w[top]) top = i
      if (d[i] + k * w[i] < d[bottom] + k * w[bottom]) bottom = i
    }
    const ratio = (d[top] - d[bottom]) / (w[top] + w[bottom])
    if (!(ratio > k)) return k
    k = ratio
  }
}

/** Covariance of the strengths of a fit, row-major: values[i · contestants + j]. */
export interface Covariance {
  contestants: number
  values: Float64Array
}

/** The number of scores, of units and contestants, held at a time. It bounds the memory. */
const MOST_SCORES = 1 << 20

/**
 * The sandwich covariance H⁺ (Σ_u g_u g_uᵀ) H⁺ of Bradley-Terry strengths, g_u the sum of the scores y − p of a
 * unit's votes (Huber 1967; for clusters Liang & Zeger 1986). It is also right if votes of one unit are correlated,
 * or if a tie has less variance than a coin. Units are those of the tally, or single votes if it has none. To first
 * order it is what the bootstrap estimates. From few units it is too small (`inflation` corrects that). `fisher` is the
 * information at `theta`. Costs O(cells + M²) for each of few units. Many units, or pairs of single votes, are summed
 * first: that costs the square of the contestants in each unit, and M³ once.
 */
export function sandwich(
  tally: Tally,
  selection: Selection,
  theta: Float64Array,
  fisher: Information,
): Covariance {
  const m = theta.length
  const values = new Float64Array(m * m)
  const terms = tally.units ? tally.units.units : selection.points.first.length
  const isMany = terms > 2 * m
  const add = isMany ? addScores(values, m) : addInfluences(values, fisher, m)
  if (tally.units) addUnits(tally.units, selection, theta, add)
  else addVotes(tally, selection, theta, add)
  mirror(values, m)
  if (isMany) {
    solveRows(values, fisher, m)
    transpose(values, m)
    solveRows(values, fisher, m)
    mirror(values, m)
  }
  return { contestants: m, values }
}

/** Adds the score of a unit so many times. `members` are the contestants with a score; null: any may have one. */
type Add = (score: Float64Array, times: number, members: Int32Array | null) => void

/** Adds H⁺ g gᵀ H⁺ to the lower triangle. */
function addInfluences(values: Float64Array, fisher: Information, m: number): Add {
  const influence = new Float64Array(m)
  return (score, times) => {
    fisher.solve(score, influence)
    for (let i = 0; i < m; i++) {
      const own = times * influence[i]
      if (own !== 0) for (let j = 0; j <= i; j++) values[i * m + j] += own * influence[j]
    }
  }
}

/** Adds g gᵀ to the lower triangle. */
function addScores(values: Float64Array, m: number): Add {
  const all = new Int32Array(m)
  return (score, times, members) => {
    let count = 0
    if (members) for (const one of members) all[count++] = one
    else for (let i = 0; i < m; i++) if (score[i] !== 0) all[count++] = i
    for (let a = 0; a < count; a++) {
      const own = times * score[all[a]]
      for (let b = 0; b <= a; b++) values[all[a] * m + all[b]] += own * score[all[b]]
    }
  }
}

/** Copies the lower triangle to the upper one. */
function mirror(values: Float64Array, m: number): void {
  for (let i = 0; i < m; i++) for (let j = 0; j < i; j++) values[j * m + i] = values[i * m + j]
}

function transpose(values: Float64Array, m: number): void {
  for (let i = 0; i < m; i++)
    for (let j = 0; j < i; j++) {
      const below = values[i * m + j]
      values[i * m + j] = values[j * m + i]
      values[j * m + i] = below
    }
}

/** Replaces each row b by H⁺ b. */
function solveRows(values: Float64Array, fisher: Information, m: number): void {
  const solved = new Float64Array(m)
  for (let i = 0; i < m; i++) {
    const row = values.subarray(i * m, (i + 1) * m)
    fisher.solve(row, solved)
    row.set(solved)
  }
}

/** The points of the first, by the position of an outcome in its pair: it won, the second won, a tie. */
const FIRST_POINTS = [1, 0, 0.5]

/** One block of units at a time. Units ascend within a cell, so each pass continues where the last one stopped. */
function addUnits(
  { units, start, unit, count }: NonNullable<Tally['units']>,
  { points, pairOf }: Selection,
  theta: Float64Array,
  add: Add,
): void {
  const m = theta.length
  const block = Math.max(1, Math.floor(MOST_SCORES / m))
  const scores = new Float64Array(Math.min(block, units) * m)
  const next = start.slice()
  for (let from = 0; from < units; from += block) {
    const to = Math.min(units, from + block)
    const has = new Uint8Array(to - from)
    scores.fill(0)
    for (let pair = 0; pair < pairOf.length; pair++) {
      const chosen = pairOf[pair]
      if (chosen < 0) continue
      const i = points.first[chosen]
      const j = points.second[chosen]
      const p = sigmoid(theta[i] - theta[j])
      for (let outcome = 0; outcome < 3; outcome++) {
        const excess = FIRST_POINTS[outcome] - p
        const end = start[3 * pair + outcome + 1]
        let cell = next[3 * pair + outcome]
        for (; cell < end && unit[cell] < to; cell++) {
          const at = (unit[cell] - from) * m
          scores[at + i] += count[cell] * excess
          scores[at + j] -= count[cell] * excess
          has[unit[cell] - from] = 1
        }
        next[3 * pair + outcome] = cell
      }
    }
    has.forEach((any, own) => any && add(scores.subarray(own * m, (own + 1) * m), 1, null))
  }
}

/** All votes of a pair have the same influence except for its size, so each pair is added only once. */
function addVotes(tally: Tally, { points, pairOf }: Selection, theta: Float64Array, add: Add): void {
  const score = new Float64Array(theta.length)
  const members = new Int32Array(2)
  pairOf.forEach((chosen, pair) => {
    if (chosen < 0) return
    const [i, j] = [points.first[chosen], points.second[chosen]]
    const p = sigmoid(theta[i] - theta[j])
    score[i] = 1
    score[j] = -1
    // in ascending order, for the lower triangle
    members[0] = Math.min(i, j)
    members[1] = Math.max(i, j)
    add(
      score,
      tally.firstWins[pair] * (1 - p) ** 2 +
        tally.secondWins[pair] * p ** 2 +
        tally.ties[pair] * (0.5 - p) ** 2,
      members,
    )
    score[i] = score[j] = 0
  })
}

/** The standard error of θ_i, or of θ_i − θ_j if j is given. */
export function covarianceError({ contestants, values }: Covariance, i: number, j?: number): number {
  const own = values[i * contestants + i]
  if (j === undefined) return Math.sqrt(own)
  return Math.sqrt(Math.max(0, own + values[j * contestants + j] - 2 * values[i * contestants + j]))
}

/**
 * Called for every unit that has an influence: how far its votes (A⁻¹a) and its correction (A⁻¹b, for λ = 1) move
 * the strengths.
 */
type OnUnit = (unit: number, votes: Float64Array, correction: Float64Array) => void

/**
 * Reports the influence of each unit on the strengths, to first order at the fit `theta` of people's votes. a_u
 * sums y − p over its votes. b_u = v (n^L / N − h)(f − j̄) over its battles with h votes of people, by a judge of
 * share v.
 */
export function unitInfluences(
  { units }: Tally,
  { points, pairOf }: Selection,
  theta: Float64Array,
  fisher: Information,
  judged: JudgedBattles,
  onUnit: OnUnit,
): void {
  const m = theta.length
  const votes = byUnit(units!, judged.units)
  const battles = byUnit(judged, judged.units)
  const pairOfVotes = ownerOf(units!.start, units!.unit.length)
  const ownerOfBattle = ownerOf(judged.start, judged.unit.length)
  const chance = Float64Array.from(points.first, (i, pair) => sigmoid(theta[i] - theta[points.second[pair]]))
  const { share, judges } = judged
  const means = new Float64Array(share.length)
  const rates = new Float64Array(share.length)
  for (let pairJudge = 0; pairJudge < share.length; pairJudge++)
    [means[pairJudge], rates[pairJudge]] = meanAndRate(judged, pairJudge)
  const scores = [new Float64Array(m), new Float64Array(m)]
  const moved = [new Float64Array(m), new Float64Array(m)]
  const add = (score: Float64Array, chosen: number, excess: number) => {
    score[points.first[chosen]] += excess
    score[points.second[chosen]] -= excess
  }
  for (let unit = 0; unit < judged.units; unit++) {
    for (const vector of [...scores, ...moved]) vector.fill(0)
    let [hasVotes, hasBattles] = [false, false]
    for (let i = votes.start[unit]; i < votes.start[unit + 1]; i++) {
      const cell = votes.order[i]
      const outcome = pairOfVotes[cell] % 3
      const chosen = pairOf[(pairOfVotes[cell] - outcome) / 3]
      if (chosen < 0) continue
      hasVotes = true
      add(scores[0], chosen, units!.count[cell] * (FIRST_POINTS[outcome] - chance[chosen]))
    }
    for (let i = battles.start[unit]; i < battles.start[unit + 1]; i++) {
      const battle = battles.order[i]
      const pairJudge = ownerOfBattle[battle]
      const chosen = pairOf[Math.floor(pairJudge / judges)]
      if (chosen < 0 || share[pairJudge] === 0) continue
      hasBattles = true
      const excess = (rates[pairJudge] - judged.labels[battle]) * (judged.score[battle] - means[pairJudge])
      add(scores[1], chosen, share[pairJudge] * excess)
    }
    if (hasVotes) fisher.solve(scores[0], moved[0])
    if (hasBattles) fisher.solve(scores[1], moved[1])
    if (hasVotes || hasBattles) onUnit(unit, moved[0], moved[1])
  }
}

/** The entries of every unit: order[start[u]] … order[start[u + 1] − 1]. */
function byUnit({ unit }: Pick<UnitCells, 'unit'>, units: number) {
  const start = new Int32Array(units + 1)
  for (const own of unit) start[own + 1]++
  for (let own = 0; own < units; own++) start[own + 1] += start[own]
  const next = start.slice()
  const order = new Int32Array(unit.length)
  for (let entry = 0; entry < unit.length; entry++) order[next[unit[entry]]++] = entry
  return { start, order }
}

/** For each entry the part of the array it lies in. */
function ownerOf(start: Int32Array, entries: number): Int32Array {
  const owner = new Int32Array(entries)
  for (let own = 0; own + 1 < start.length; own++) owner.fill(own, start[own], start[own + 1])
  return owner
}

/** The sandwich covariance of corrected strengths, H⁺ (Σ_u (a_u + λ b_u)(a_u + λ b_u)ᵀ) H⁺, at the fit `theta`. */
function poweredSandwich(
  tally: Tally,
  selection: Selection,
  theta: Float64Array,
  fisher: Information,
  { judged, weight }: Power,
): Covariance {
  const m = theta.length
  const values = new Float64Array(m * m)
  unitInfluences(tally, selection, theta, fisher, judged, (_unit, votes, correction) => {
    const moved = votes.map((own, i) => own + weight * correction[i])
    for (let i = 0; i < m; i++) for (let j = 0; j <= i; j++) values[i * m + j] += moved[i] * moved[j]
  })
  for (let i = 0; i < m; i++) for (let j = 0; j < i; j++) values[j * m + i] = values[i * m + j]
  return { contestants: m, values }
}
