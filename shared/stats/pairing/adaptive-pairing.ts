import { information } from '../fit/information.ts'
import { type PairPoints, pointsAmong, votesOf, type Selection } from '../fit/points.ts'
import { RandomStream } from '../numbers/random.ts'
import type { Tally } from '../fit/tally.ts'

/** Rounds for the errors of the strengths, and the highest number of rounds that are compared. */
const ERROR_ROUNDS = 200
const ROUNDS = 999
/** After this many rounds with opponents as near, p cannot be small, so it stops (Besag & Clifford 1991). */
const ENOUGH = 10
/** Up to this p-value, pairing is declared to follow results. */
const LEVEL = 0.005
/** From this nearness on, opponents are as by chance. A baseline that meets everyone does not have exactly 1. */
export const NEAR = 0.98
/** Contestants with fewer votes are left out, since their strengths are not nearly normal. */
const FEWEST_VOTES = 15
/**
 * The quantile used for τ², the variance that errors do not explain: in a chain of meetings errors look like
 * strengths.
 */
const CERTAINTY = 0.9
/** With two contestants there is no choice of opponents. Above the upper limit a round takes too long. */
const [FEWEST, MOST] = [3, 1000]

/**
 * Whether opponents are nearer in strength than chance. Pairing then followed results (Swiss, nearest opponents),
 * and no intervals hold, not even those for all looks. `npm run simulate -- field` measures how often this is
 * detected; with five contestants or fewer it hardly ever is.
 * @param theta  the fit of the selection
 */
export function followsResults(
  tally: Tally,
  { members, points }: Selection,
  theta: Float64Array,
  seed: number,
): boolean {
  const votes = votesOf(points)
  const included = Int32Array.from(members.keys()).filter((i) => votes[i] >= FEWEST_VOTES)
  const restricted = pointsAmong(
    tally,
    included.map((i) => members[i]),
  )
  const p = pairingByChance(
    restricted.points,
    Float64Array.from(included, (i) => theta[i]),
    seed,
  )
  return p !== null && p <= LEVEL
}

/**
 * The probability of opponents this near if pairing does not depend on strength. Nearness is Σ n_ij |θ_i − θ_j|
 * over Σ x_i x_j |θ_i − θ_j|. x_i x_j are the meetings of contestants who meet by chance, each as often as it has
 * votes. A round keeps who met whom how often. It permutes the strengths among contestants and adds to each an
 * error from the model's covariance H⁺ for these meetings. This allows for lopsided schedules and for errors that
 * opponents share. Strengths without errors are θ_i τ / √(τ² + v_i), with τ² as in Paule & Mandel (1982), but at
 * the 90 % quantile. Permuting labels under a fixed matrix is Mantel's (1967) test. p = (1 + #{as near}) / (rounds
 * + 1), or the share so far once ten are as near. Null with fewer than three contestants or more than 1000. Costs
 * one solution with H for each round: pairs + contestants².
 */
export function pairingByChance(points: PairPoints, theta: Float64Array, seed: number): number | null {
  const { contestants } = points
  if (contestants < FEWEST || contestants > MOST) return null
  const nearness = nearnessOf(points, chanceShares(votesOf(points)))
  const observed = nearness(theta)
  if (!(observed < NEAR)) return 1
  const draw = errors(points, theta)
  const error = new Float64Array(contestants)
  const variance = new Float64Array(contestants)
  const errorDraws = Array.from({ length: ERROR_ROUNDS }, (_, round) => {
    draw(new RandomStream(seed, round), error)
    for (let i = 0; i < contestants; i++) variance[i] += error[i] ** 2 / ERROR_ROUNDS
    return error.slice()
  })
  const scatter = errorDraws.map((draws) =>
    draws.reduce((sum, value, i) => sum + value ** 2 / variance[i], 0),
  )
  const explained = scatter.sort((a, b) => a - b)[Math.floor(CERTAINTY * ERROR_ROUNDS)]
  const tau2 = spreadBeyond(theta, variance, explained)
  const strengths = theta.map((value, i) => value * Math.sqrt(tau2 / (tau2 + variance[i])))
  const placed = Int32Array.from({ length: contestants }, (_, i) => i)
  let reached = 0
  for (let round = 0; round < ROUNDS; round++) {
    const stream = new RandomStream(seed, ERROR_ROUNDS + round)
    shuffle(placed, stream)
    draw(stream, error)
    for (let i = 0; i < contestants; i++) error[i] += strengths[placed[i]]
    if (nearness(error) > observed) continue
    if (++reached === ENOUGH) return reached / (round + 1)
  }
  return (1 + reached) / (ROUNDS + 1)
}

/**
 * Makes the function that measures how near opponents are; 1 means as by chance.
 * @param share  x_i, by which contestants who meet by chance have x_i x_j meetings
 */
export function nearnessOf(points: PairPoints, share: Float64Array): (theta: Float64Array) => number {
  const { contestants, first, second, firstPoints, secondPoints } = points
  const meetings = firstPoints.map((own, pair) => own + secondPoints[pair])
  const order = Int32Array.from({ length: contestants }, (_, i) => i)
  return (theta) => {
    let apart = 0
    for (let pair = 0; pair < meetings.length; pair++)
      apart += meetings[pair] * Math.abs(theta[first[pair]] - theta[second[pair]])
    order.sort((a, b) => theta[a] - theta[b])
    let [below, weighted, byChance] = [0, 0, 0]
    for (const i of order) {
      byChance += share[i] * (theta[i] * below - weighted)
      below += share[i]
      weighted += share[i] * theta[i]
    }
    return apart / byChance
  }
}

/** x with x_i Σ_{j≠i} x_j = n_i: the meetings of pairs by chance, found by damped steps. */
export function chanceShares(votes: Float64Array): Float64Array {
  let all = 0
  for (const own of votes) all += own
  const share = votes.map((own) => own / Math.sqrt(all))
  for (let step = 0; step < 50; step++) {
    const sum = share.reduce((total, own) => total + own, 0)
    share.forEach((own, i) => (share[i] = (own + votes[i] / (sum - own)) / 2))
  }
  return share
}

/** Makes the function that draws errors of the strengths: H⁺ Σ √w_ij z_ij (e_i − e_j) has the covariance H⁺. */
function errors(points: PairPoints, theta: Float64Array) {
  const { contestants, first, second, firstPoints, secondPoints } = points
  const fisher = information(points, theta)
  const root = Float64Array.from(first, (_, pair) => {
    const half = (theta[first[pair]] - theta[second[pair]]) / 2
    return Math.sqrt(firstPoints[pair] + secondPoints[pair]) / (2 * Math.cosh(half))
  })
  const slope = new Float64Array(contestants)
  return (stream: RandomStream, out: Float64Array): void => {
    slope.fill(0)
    for (let pair = 0; pair < root.length; pair++) {
      const pull = root[pair] * normal(stream)
      slope[first[pair]] += pull
      slope[second[pair]] -= pull
    }
    fisher.solve(slope, out)
  }
}

/** τ² at which Σ θ_i² / (τ² + v_i) equals what errors explain; 0 if errors explain everything. */
function spreadBeyond(theta: Float64Array, variance: Float64Array, expected: number): number {
  const excess = (tau2: number) =>
    theta.reduce((sum, value, i) => sum + value ** 2 / (tau2 + variance[i]), 0) - expected
  let [low, high] = [0, theta.reduce((most, value) => Math.max(most, value ** 2), 0) * 2]
  if (!(excess(0) > 0)) return 0
  for (let step = 0; step < 50; step++) {
    const middle = (low + high) / 2
    if (excess(middle) > 0) low = middle
    else high = middle
  }
  return low
}

function shuffle(places: Int32Array, stream: RandomStream): void {
  for (let i = places.length - 1; i > 0; i--) {
    const j = Math.floor(stream.uniform() * (i + 1))
    const swapped = places[i]
    places[i] = places[j]
    places[j] = swapped
  }
}

/** Standard normal, by Box and Muller. */
function normal(stream: RandomStream): number {
  return Math.sqrt(2 * stream.exponential()) * Math.cos(2 * Math.PI * stream.uniform())
}
