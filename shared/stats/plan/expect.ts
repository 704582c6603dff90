import { NORMAL_95 } from '../intervals/comparison.ts'
import { sigmoid } from '../fit/likelihood.ts'
import type { Measurement } from '../intervals/measurement.ts'
import { deviationsOf, type Deviations } from '../intervals/bootstrap.ts'
import { normalQuantile, normalTail } from '../numbers/distributions.ts'

/** The expected strength of the highest rated contestant on new units. Natural-log strengths; win rates 0 … 1. */
export interface Expectation {
  contestant: number
  /** θ on the board. */
  rated: number
  /**
   * By how much that is expected to be too high. Never below 0, and never so much that the result is below the
   * average, 0.
   */
  optimism: number
  /** rated − optimism, and the 95 % interval of the true strength of the contestant that was picked. */
  theta: number
  interval: [number, number]
  /** The same as a win rate against the average of the other rated contestants. */
  winRate: number
  winRateInterval: [number, number]
}

/** Why there is no expectation: nobody (or only one) is rated, there are no rounds, or too few units. */
export type NoExpectation = 'not_rated' | 'no_rounds' | 'few_units'

type Expected = { expectation: Expectation; reason: null } | { expectation: null; reason: NoExpectation }

/** The fewest units that the leader's votes must be on, and the fewest equal units these must be worth. */
const FEWEST_UNITS = 10
const FEWEST_EFFECTIVE = 5
/** Votes are discrete, so leads can be exactly 0. A shorter lead is replaced by this share of its standard error. */
const SHORTEST_LEAD = 0.1
const ROUNDING = 1e-9
/** The second errors of a round are those of the round this many places later. */
const SHIFTS = [1, 7]

/**
 * The strength that the contestant picked as best is expected to keep on new units. Its rating is too high on the
 * units that ranked it: the winner's curse.
 *
 * Optimism: the mean error of the contestant that leads a round (bootstrap after selection; Efron 2014, "Estimation
 * and accuracy after model selection", Journal of the American Statistical Association 109). Estimates lie farther
 * apart than the true strengths. So the same is done from each round once more and the difference is added (the
 * iterated bootstrap, Hall 1992, "The Bootstrap and Edgeworth Expansion", section 1.4). The result is never below
 * the average.
 *
 * Interval: `winnersInterval`, as long as the marginal one if nobody is near, and extended to contain the estimate.
 *
 * Not chosen: repeated splits of the units, whose estimate has larger errors among equals; shrinkage to the mean
 * (Efron 2011), which also lowers a clear winner; the median of the conditional distribution, whose errors are as
 * large as those of splits.
 *
 * It is not part of a declaration. Costs O(rounds · contestants).
 */
export function expectLeader(measurement: Measurement): Expected {
  const {
    selection: { members },
    fit: { theta },
    evidence: { units, effective },
    intervals,
  } = measurement
  const size = theta.length
  if (size < 2) return { expectation: null, reason: 'not_rated' }
  if (!intervals) return { expectation: null, reason: 'no_rounds' }
  const leader = leaderOf(theta)
  if (units[leader] < FEWEST_UNITS || effective[leader] < FEWEST_EFFECTIVE)
    return { expectation: null, reason: 'few_units' }

  const errors = scaled(intervals.deviations(), intervals.standardErrors)
  const rated = theta[leader]
  const optimism = Math.min(optimismOf(theta, errors), rated)
  const expected = rated - optimism
  const [low, high] = winnersInterval(
    rated,
    (intervals.marginal[leader][1] - rated) / NORMAL_95,
    whereStillPicked(theta, errors, leader),
    size,
  )
  const interval: [number, number] = [Math.min(low, expected), Math.max(high, expected)]
  // strengths sum to 0, so the others' mean is −θ/(M − 1)
  const against = (strength: number) => sigmoid((strength * size) / (size - 1))
  return {
    reason: null,
    expectation: {
      contestant: members[leader],
      rated,
      optimism,
      theta: expected,
      interval,
      winRate: against(expected),
      winRateInterval: [against(interval[0]), against(interval[1])],
    },
  }
}

/** 2 b₁ − b₂, at least 0: b₁ is the mean error of the leaders of rounds, b₂ that of rounds drawn around each round. */
export function optimismOf(theta: ArrayLike<number>, { rounds, contestants, values }: Deviations): number {
  const secondDraw = new Float64Array(contestants)
  let [once, twice] = [0, 0]
  for (let round = 0; round < rounds; round++) {
    const row = round * contestants
    for (let i = 0; i < contestants; i++) secondDraw[i] = theta[i] + values[row + i]
    once += values[row + highest(secondDraw)] / rounds
    for (const shift of SHIFTS) {
      const other = ((round + shift) % rounds) * contestants
      for (let i = 0; i < contestants; i++) secondDraw[i] = theta[i] + values[row + i] + values[other + i]
      twice += values[other + highest(secondDraw)] / rounds / SHIFTS.length
    }
  }
  return Math.max(0, 2 * once - twice)
}

/**
 * The ends of θ_leader between which it stays the highest, if everything uncorrelated with its error stays fixed:
 * the lead over j changes by (V_ii − V_ij)/V_ii for each step of θ_i.
 */
function whereStillPicked(
  theta: ArrayLike<number>,
  { rounds, contestants, values }: Deviations,
  leader: number,
): [number, number] {
  let [low, high] = [-Infinity, Infinity]
  const variance = products(leader, leader)
  for (let j = 0; j < contestants; j++) {
    if (j === leader) continue
    const shared = products(leader, j)
    const ofLead = Math.sqrt(Math.max(0, variance - 2 * shared + products(j, j)))
    const lead = Math.max(theta[leader] - theta[j], SHORTEST_LEAD * ofLead)
    const end = theta[leader] - (lead * variance) / (variance - shared)
    if (variance > shared) low = Math.max(low, end)
    else if (variance < shared) high = Math.min(high, end)
  }
  return [low, high]

  function products(i: number, j: number): number {
    let sum = 0
    for (let row = 0; row < values.length; row += contestants) sum += values[row + i] * values[row + j]
    return sum / rounds
  }
}

/** Rounds with the standard deviations `errors`. A contestant without spread keeps none. */
function scaled(deviations: Deviations, errors: ArrayLike<number>): Deviations {
  const stretch = deviationsOf(deviations).map((s, i) => (s > 0 ? errors[i] / s : 1))
  return {
    ...deviations,
    values: deviations.values.map((value, at) => value * stretch[at % deviations.contestants]),
  }
}

/** The first of the highest, except for rounding: the one at the top of the board. */
function leaderOf(theta: Float64Array): number {
  const top = theta[highest(theta)]
  return theta.findIndex((own) => own > top - ROUNDING)
}

function highest(values: ArrayLike<number>): number {
  let top = 0
  for (let i = 1; i < values.length; i++) if (values[i] > values[top]) top = i
  return top
}

const LEVEL = 0.05
/**
 * The share of the error that the projection interval may use: a tenth, as Andrews, Kitagawa and McCloskey
 * recommend.
 */
const PROJECTED = LEVEL / 10
const TAIL = (LEVEL - PROJECTED) / (1 - PROJECTED) / 2
const STEPS = 60

/**
 * The 95 % interval of the true value of an estimate that was picked because it was the largest: the hybrid
 * interval of Andrews, Kitagawa & McCloskey, "Inference on Winners" (Quarterly Journal of Economics 2024, 139 (1),
 * 305-358). It inverts the distribution of a normal estimate, given that it was picked, truncated to the range that
 * the simultaneous interval of all candidates allows. Far from the others it is ±1.96 s.
 * @param estimate  the estimate that was picked
 * @param error  its standard error, > 0
 * @param picked  the range in which the estimate would still have been picked, with the rest of the data fixed
 * @param candidates  how many it was picked from
 */
export function winnersInterval(
  estimate: number,
  error: number,
  picked: [number, number],
  candidates: number,
): [number, number] {
  const reach = normalQuantile(PROJECTED / 2 / candidates)
  const [low, high] = picked.map((end) => (end - estimate) / error)
  /** P(X ≤ estimate) for a true value `truth` standard errors above the estimate. It falls with `truth`. */
  const below = (truth: number) => {
    const from = Math.max(low - truth, -reach)
    const to = Math.min(high - truth, reach)
    return between(from, -truth) / between(from, to)
  }
  const truthAt = (share: number) => {
    let [bottom, top] = [-reach, reach]
    for (let step = 0; step < STEPS; step++) {
      const middle = (bottom + top) / 2
      if (below(middle) > share) bottom = middle
      else top = middle
    }
    return estimate + ((bottom + top) / 2) * error
  }
  return [truthAt(1 - TAIL), truthAt(TAIL)]
}

/** P(low < Z < high), to full relative precision in both tails. */
function between(low: number, high: number): number {
  if (low >= 0) return normalTail(low) - normalTail(high)
  if (high <= 0) return normalTail(-high) - normalTail(-low)
  return 1 - normalTail(-low) - normalTail(high)
}
