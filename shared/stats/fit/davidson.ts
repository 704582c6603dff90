import { climb, factorise, solveFactored } from '../numbers/linear.ts'
import { fit } from './bradley-terry.ts'
import { type Tally, BOTH_BAD, LEFT, TIE, type VoteColumns } from './tally.ts'
import { centre, largest } from './likelihood.ts'
import { pointsAmong } from './points.ts'
import type { Evidence } from './evidence.ts'

/** Of fewer votes or units an error may be small by chance, so the model's own is the floor. */
const FEW_VOTES = 30
const FEW_UNITS = 3
const GRADIENT_TOLERANCE = 1e-9
const ITERATIONS = 100

/** Wins and ties of every pair among the contestants of a fit, numbered 0 … contestants − 1. */
type PairOutcomes = Omit<Tally, 'units' | 'crossed'>

interface DavidsonFit {
  /** Natural-log strengths, Σθ = 0. */
  theta: Float64Array
  /** ν: the odds of a tie against a win, between equals. 0 if nobody ever tied. */
  nu: number
  converged: boolean
  iterations: number
}

/** The probabilities of the outcomes of one pair: first wins, second wins, tie. */
function davidsonChances(lead: number, nu: number): [number, number, number] {
  const [up, down] = [Math.exp(lead / 2), Math.exp(-lead / 2)]
  const total = up + down + nu
  return Number.isFinite(total) ? [up / total, down / total, nu / total] : lead > 0 ? [1, 0, 0] : [0, 1, 0]
}

/**
 * Davidson's model of ties (Davidson 1970, "On extending the Bradley-Terry model to accommodate ties in paired
 * comparison experiments", JASA 65, section 2): P(i beats j) : P(j beats i) : P(tie) = π_i : π_j : ν √(π_i π_j), π
 * = e^θ. Assumes one tie parameter for all pairs. Maximum likelihood by Newton's method with step halving in (θ, ln
 * ν); the likelihood is concave. Costs O(pairs + M³) for each step.
 *
 * Without ties it is the Bradley-Terry fit, with ν = 0. Null if no maximum exists (`hasMaximum`). The contestants
 * must be strongly connected, with a tie as a win in both directions.
 */
export function fitDavidson(pairs: PairOutcomes): DavidsonFit | null {
  const total = sum(pairs.ties)
  if (pairs.contestants === 0 || (total > 0 && !hasMaximum(pairs))) return null
  if (total === 0) {
    const fitted = fit({ ...pairs, firstPoints: pairs.firstWins, secondPoints: pairs.secondWins })
    return { theta: fitted.theta, nu: 0, converged: fitted.converged, iterations: fitted.iterations }
  }
  const m = pairs.contestants
  const decisive = sum(pairs.firstWins) + sum(pairs.secondWins)
  const parameters = new Float64Array(m + 1)
  parameters[m] = Math.log((2 * total) / decisive)
  const slope = new Float64Array(m + 1)
  const step = new Float64Array(m + 1)
  const tolerance = GRADIENT_TOLERANCE * Math.max(1, total + decisive)
  let steepest = scoreOf(pairs, parameters, slope)
  let iterations = 0
  for (
    let moved = Infinity;
    iterations < ITERATIONS && !(steepest <= tolerance && moved <= 1e-6);
    iterations++
  ) {
    davidsonInformation(pairs, parameters).solve(slope, step)
    const share = climb((there) => davidsonLikelihood(pairs, there), parameters, slope, step)
    moved = share * largest(step)
    steepest = scoreOf(pairs, parameters, slope)
    if (share === 0) break
  }
  const theta = parameters.slice(0, m)
  centre(theta)
  return { theta, nu: Math.exp(parameters[m]), converged: steepest <= tolerance, iterations }
}

/** The information of (θ, ln ν), ready to be inverted on vectors whose first M entries sum to zero. */
function davidsonInformation(pairs: PairOutcomes, parameters: Float64Array) {
  const m = pairs.contestants
  const n = m + 1
  const matrix = new Float64Array(n * n)
  let level = 0
  eachPair(pairs, parameters, (i, j, [up, down, tie], _wins, votes) => {
    const diagonal = (votes * (up + down - (up - down) ** 2)) / 4
    const cross = (-votes * (up - down) * tie) / 2
    matrix[i * n + i] += diagonal
    matrix[j * n + j] += diagonal
    matrix[Math.max(i, j) * n + Math.min(i, j)] -= diagonal
    matrix[m * n + i] += cross
    matrix[m * n + j] -= cross
    matrix[m * n + m] += votes * tie * (1 - tie)
    level += (2 * diagonal) / m
  })
  for (let i = 0; i < m; i++) for (let j = 0; j <= i; j++) matrix[i * n + j] += level / m
  const isRegular = factorise(matrix, n)
  return {
    /** x = H⁻¹ b. All zero if rounding has left H without an inverse. */
    solve(b: Float64Array, x: Float64Array): void {
      if (!isRegular) return void x.fill(0)
      solveFactored(matrix, n, b, x)
      centre(x.subarray(0, m))
    },
  }
}

/** The wins and ties among `members` of a tally (ascending). */
export function outcomesAmong(tally: Tally, members: Int32Array): PairOutcomes {
  const { points, pairOf } = pointsAmong(tally, members)
  const selectedPairs = [...pairOf.keys()].filter((pair) => pairOf[pair] >= 0)
  return {
    contestants: members.length,
    first: points.first,
    second: points.second,
    firstWins: Float64Array.from(selectedPairs, (pair) => tally.firstWins[pair]),
    secondWins: Float64Array.from(selectedPairs, (pair) => tally.secondWins[pair]),
    ties: Float64Array.from(selectedPairs, (pair) => tally.ties[pair]),
  }
}

/**
 * Whether the likelihood has a maximum, given ties and strong connection. It increases without bound along x (with
 * ln ν + c) exactly if some x has x_i − x_j ≥ 2 for every win and |x_i − x_j| ≤ 2 for every tie; upset wins then
 * become impossible. Such an x is a shortest path. There is none if the constraints have a negative cycle (Bellman
 * 1958), as every cycle of wins is.
 */
export function hasMaximum({
  contestants,
  first,
  second,
  firstWins,
  secondWins,
  ties,
}: PairOutcomes): boolean {
  const x = new Float64Array(contestants)
  for (let pass = 0; pass <= contestants; pass++) {
    let isStable = true
    const atMost = (i: number, limit: number) => {
      if (x[i] <= limit) return
      x[i] = limit
      isStable = false
    }
    for (let pair = 0; pair < first.length; pair++) {
      const [i, j] = [first[pair], second[pair]]
      if (firstWins[pair] > 0) atMost(j, x[i] - 1)
      if (secondWins[pair] > 0) atMost(i, x[j] - 1)
      if (ties[pair] === 0) continue
      atMost(i, x[j] + 1)
      atMost(j, x[i] + 1)
    }
    if (isStable) return false
    if (x.some((value) => value < -contestants)) return true
  }
  return true
}

type Outcomes = [first: number, second: number, tie: number]

function eachPair(
  { first, second, firstWins, secondWins, ties }: PairOutcomes,
  parameters: Float64Array,
  act: (i: number, j: number, chances: Outcomes, counts: Outcomes, met: number, lead: number) => void,
): void {
  const nu = Math.exp(parameters[parameters.length - 1])
  for (let pair = 0; pair < first.length; pair++) {
    const lead = parameters[first[pair]] - parameters[second[pair]]
    const counts: Outcomes = [firstWins[pair], secondWins[pair], ties[pair]]
    act(first[pair], second[pair], davidsonChances(lead, nu), counts, counts[0] + counts[1] + counts[2], lead)
  }
}

/** Writes the gradient into `out` and returns its largest part. */
function scoreOf(pairs: PairOutcomes, parameters: Float64Array, out: Float64Array): number {
  out.fill(0)
  eachPair(pairs, parameters, (i, j, [up, down, tie], [won, lost, tied], met) => {
    const excess = (won - lost - met * (up - down)) / 2
    out[i] += excess
    out[j] -= excess
    out[pairs.contestants] += tied - met * tie
  })
  return largest(out)
}

export function davidsonLikelihood(pairs: PairOutcomes, at: Float64Array): number {
  const logNu = at[pairs.contestants]
  let total = 0
  eachPair(pairs, at, (_i, _j, _chances, [won, lost, tied], met, lead) => {
    const most = Math.max(Math.abs(lead) / 2, logNu)
    const log =
      most + Math.log(Math.exp(lead / 2 - most) + Math.exp(-lead / 2 - most) + Math.exp(logNu - most))
    total += ((won - lost) * lead) / 2 + tied * logNu - met * log
  })
  return total
}

/** Moves along the step, halved until the likelihood increases enough. Returns the share of the step taken. */
function sum(values: Float64Array): number {
  return values.reduce((total, value) => total + value, 0)
}

/** Standard errors of a fit. */
interface DavidsonErrors {
  /** Of each θ. */
  strengths: Float64Array
  logNu: number
}

/**
 * Standard errors of θ and of ln ν in Davidson's model: the sandwich H⁻¹ (Σ_u g_u g_uᵀ) H⁻¹ over units u, with g_u
 * the sum of their votes' scores in (θ, ln ν) (Huber 1967; Liang & Zeger 1986 for clusters). Also right if votes of
 * one unit are correlated or the tie parameter differs between pairs. From few units it is too small, which
 * `inflation` corrects. Under 30 votes or 3 units it is never below the model's own error, as in the bootstrap's
 * intervals. Costs O(units · M²).
 * @param number  for each contestant of `votes` its number in the fit, or −1
 * @param unitOf  the unit of each vote
 * @returns null if nobody ever tied: that fit is Bradley-Terry's, with its own errors
 */
export function davidsonErrors(
  votes: VoteColumns,
  number: Int32Array,
  unitOf: ArrayLike<number>,
  pairs: PairOutcomes,
  evidence: Evidence,
  { theta, nu }: DavidsonFit,
): DavidsonErrors | null {
  if (nu === 0) return null
  const m = theta.length
  const at = Float64Array.from([...theta, Math.log(nu)])
  const information = davidsonInformation(pairs, at)
  const squares = new Float64Array(m + 1)
  const influence = new Float64Array(m + 1)
  for (const own of byUnit(votes, number, unitOf)) {
    const score = new Float64Array(m + 1)
    for (const vote of own) addScore(votes, vote, number, theta, nu, score)
    information.solve(score, influence)
    for (let i = 0; i <= m; i++) squares[i] += influence[i] ** 2
  }
  const isFew = (i: number) => evidence.votes[i] < FEW_VOTES || evidence.units[i] < FEW_UNITS
  const error = (i: number, few: boolean) =>
    Math.sqrt(few ? Math.max(squares[i], modelSquare(information, m, i)) : squares[i])
  const places = [...theta.keys()]
  return {
    strengths: Float64Array.from(places, (i) => error(i, isFew(i))),
    logNu: error(m, places.some(isFew)),
  }
}

function addScore(
  { left, right, outcome }: VoteColumns,
  vote: number,
  number: Int32Array,
  theta: Float64Array,
  nu: number,
  out: Float64Array,
): void {
  const [i, j] = [number[left[vote]], number[right[vote]]]
  const [up, down, tie] = davidsonChances(theta[i] - theta[j], nu)
  const isTie = outcome[vote] === TIE || outcome[vote] === BOTH_BAD
  const excess = ((isTie ? 0 : outcome[vote] === LEFT ? 1 : -1) - (up - down)) / 2
  out[i] += excess
  out[j] -= excess
  out[theta.length] += (isTie ? 1 : 0) - tie
}

/** The votes between contestants of the fit, by unit. */
function byUnit(votes: VoteColumns, number: Int32Array, unitOf: ArrayLike<number>): Iterable<number[]> {
  const units = new Map<number, number[]>()
  for (let vote = 0; vote < votes.outcome.length; vote++) {
    if (number[votes.left[vote]] < 0 || number[votes.right[vote]] < 0) continue
    const own = units.get(unitOf[vote])
    if (own) own.push(vote)
    else units.set(unitOf[vote], [vote])
  }
  return units.values()
}

/** The variance of θ_i under the model, or of ln ν if i is the number of contestants. */
function modelSquare(information: ReturnType<typeof davidsonInformation>, m: number, i: number): number {
  const contrast = new Float64Array(m + 1)
  if (i < m) contrast.fill(-1 / m, 0, m)
  contrast[i] += 1
  const solution = new Float64Array(m + 1)
  information.solve(contrast, solution)
  return solution.reduce((sum, value, index) => sum + value * contrast[index], 0)
}

const ELO_START = 1000
/** The difference in points at which the odds are ten to one. */
const ELO_SCALE = 400
const ELO_K = 4

/**
 * Online Elo: everyone starts at 1000, and each vote, in the given order, moves K · (score − expected score) points
 * from one side to the other, with expected score 1 / (1 + 10^((R_right − R_left) / 400)).
 *
 * Model: Bradley-Terry by one pass of stochastic gradient with a fixed step (Elo 1978, *The Rating of
 * Chessplayers*, chapter 1; as the first Chatbot Arena boards used it, Zheng et al. 2023, with K = 4). Assumes that
 * votes come in a random order. The result depends on that order and does not converge with more votes, so it has
 * no interval. Costs one pass.
 * @param ties  'drop' leaves out votes without a winner
 * @returns ratings; null for contestants without a vote that counts
 */
export function onlineElo(votes: VoteColumns, ties: 'half' | 'drop', k = ELO_K): (number | null)[] {
  const ratings = new Array<number | null>(votes.contestants).fill(null)
  for (let vote = 0; vote < votes.outcome.length; vote++) {
    const outcome = votes.outcome[vote]
    const isTie = outcome === TIE || outcome === BOTH_BAD
    if (isTie && ties === 'drop') continue
    const left = ratings[votes.left[vote]] ?? ELO_START
    const right = ratings[votes.right[vote]] ?? ELO_START
    const expected = 1 / (1 + 10 ** ((right - left) / ELO_SCALE))
    const moved = k * ((isTie ? 0.5 : outcome === LEFT ? 1 : 0) - expected)
    ratings[votes.left[vote]] = left + moved
    ratings[votes.right[vote]] = right - moved
  }
  return ratings
}
