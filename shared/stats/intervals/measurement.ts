import type { Deviations, Rounds } from './bootstrap.ts'
import { ALPHA, symmetricIntervals } from './comparison.ts'
import { drawStrengths } from '../board/draws.ts'
import { rateBoard, type RatedBoard } from '../board/rate-board.ts'
import type { StrengthEstimates } from '../board/estimates.ts'
import { classifyContestants, type ContestantStatuses, type RateOptions } from '../declare/declare.ts'
import { emptyLike, fit, refitter, type Fit } from '../fit/bradley-terry.ts'
import { isStronglyConnected, scorePairs, votesPerContestant, type PairPoints } from '../fit/points.ts'
import { countedVotes, countPairs, subsetVotes, type PairCounts, type Votes } from '../fit/votes.ts'
import { information } from '../fit/information.ts'
import { quantile } from '../numbers/distributions.ts'
import { RandomStream } from '../numbers/random.ts'
import { sigmoid } from '../fit/likelihood.ts'

/** What the votes among the rated contestants show. Arrays run over `rated`. */
export interface Measurement {
  /** The numbers of the rated contestants, ascending. */
  rated: Int32Array
  fit: Fit
  /** The fit of the votes themselves if `fit` weighs them by units. Otherwise the same fit. */
  plain: Fit
  /**
   * Null if nobody is rated, beyond `MAX_COMPARED` contestants (`rate-board.ts`), and of classic intervals if the fit does not
   * converge or fewer than two rounds have one.
   */
  intervals: Intervals | null
}

/** What is known about the strengths of one fit. Arrays run over its contestants. */
export interface Intervals {
  /** The interval of each strength. */
  marginal: [number, number][]
  /** The interval of θ_i − θ_j for this pair alone. */
  difference: (i: number, j: number) => [number, number]
  /** Rounds of all strengths at once. */
  deviations: () => Deviations
}

/** The rounds of `deviations()` where intervals are the limit of endless rounds. */
const ENDLESS_ROUNDS: Rounds = { rounds: 1000, seed: 0 }
const NO_FIT: Fit = { theta: new Float64Array(0), converged: true, iterations: 0, gradient: 0 }

type FieldOptions = Omit<RateOptions, 'baseline' | 'checkFit'>

/** Who can be rated, and what the votes among the rated show. */
interface MeasuredField {
  field: ContestantStatuses
  measurement: Measurement
  /** The board as it is read. Null for classic intervals. */
  board: RatedBoard | null
}

/** Measures the votes of a board by `rateBoard`, or by the usual recipe of arenas. */
export function measureField(votes: Votes, { intervals, ...options }: FieldOptions): MeasuredField {
  const { seed, looks = 'one', alpha = ALPHA, onProgress } = options
  const rounds = options.rounds > 1 ? options.rounds : 0
  const counted = countedVotes(votes, options.ties)
  const points = scorePairs(countPairs(counted))
  if (intervals === 'classic') {
    const field = classifyContestants(points)
    return { field, measurement: classic(counted, field.rated, { rounds, seed }, onProgress), board: null }
  }
  const board = rateBoard(counted, { ...options, rounds, looks, level: 1 - alpha })
  const field = fieldOfBoard(points, board)
  const { rated } = field
  const fitted = board.measured ?? board.fitted
  const pointsOfRated = fitted && scorePairs(countPairs(subsetVotes(counted, rated)))
  // without strong connection the votes themselves have no fit, and that of the board stands for it
  const plain = pointsOfRated && isStronglyConnected(pointsOfRated) ? fit(pointsOfRated) : fitted
  onProgress?.(1)
  const drawRounds = rounds > 0 ? { rounds, seed } : ENDLESS_ROUNDS
  return {
    field,
    measurement: {
      rated,
      fit: fitted ?? NO_FIT,
      plain: plain ?? NO_FIT,
      intervals: board.measured && intervalsOf(board.measured, drawRounds),
    },
    board,
  }
}

function fieldOfBoard(
  points: PairPoints,
  { state, rated: withEnoughVotes, isLinked }: RatedBoard,
): ContestantStatuses {
  const hasRatings = state !== 'first_votes'
  const rated = hasRatings ? withEnoughVotes : new Int32Array(0)
  const isRated = new Set(rated)
  const statuses = Array.from(
    votesPerContestant(points),
    (count, contestant): ContestantStatuses['statuses'][number] => {
      if (isRated.has(contestant)) return { status: 'rated', reason: null }
      if (count === 0) return { status: 'unrated', reason: null }
      const isApart = hasRatings && !isLinked[contestant]
      return { status: 'provisional', reason: isApart ? 'disconnected' : 'too_few_votes' }
    },
  )
  return { rated, statuses }
}

function intervalsOf(measured: StrengthEstimates, { rounds, seed }: Rounds): Intervals {
  const { theta, half, differenceHalfWidth } = measured
  return {
    marginal: symmetricIntervals(theta, half),
    difference: (i, j) => {
      const [lead, reach] = [theta[i] - theta[j], i === j ? 0 : differenceHalfWidth(i, j)]
      return [lead - reach, lead + reach]
    },
    deviations: () => drawStrengths(measured, rounds, seed),
  }
}

function classic(
  votes: Votes,
  rated: Int32Array,
  rounds: Rounds,
  onProgress: FieldOptions['onProgress'],
): Measurement {
  if (rated.length === 0) return { rated, fit: NO_FIT, plain: NO_FIT, intervals: null }
  const counts = countPairs(subsetVotes(votes, rated))
  const plain = fit(scorePairs(counts))
  const intervals = plain.converged ? classicIntervals(counts, plain.theta, rounds, onProgress) : null
  return { rated, fit: plain, plain, intervals }
}

/**
 * The usual recipe of arenas, only for comparison with their boards. Votes are drawn with replacement, one by one,
 * and the interval goes from the 2.5 to the 97.5 percentile of the refits. Rounds in which a fit does not exist are
 * left out. Null if fewer than two rounds remain.
 */
function classicIntervals(
  counts: PairCounts,
  theta: Float64Array,
  { rounds, seed }: Rounds,
  onProgress: FieldOptions['onProgress'],
): Intervals | null {
  const points = scorePairs(counts)
  const votes = votesOneByOne(counts)
  const refit = refitter(points, theta, information(points, theta))
  const resampled = emptyLike(points)
  const values: number[] = []
  for (let round = 0; round < rounds; round++) {
    draw(votes, new RandomStream(seed, round), resampled)
    if (isStronglyConnected(resampled))
      refit(resampled).theta.forEach((value, i) => values.push(value - theta[i]))
    if (round % 20 === 19) onProgress?.((round + 1) / rounds)
  }
  const used = values.length / points.contestants
  if (used < 2) return null
  const deviations = { rounds: used, contestants: points.contestants, values: Float64Array.from(values) }
  const intervals = Array.from(theta, (value, i) => percentiles(deviations, value, i))
  return {
    marginal: intervals,
    difference: (i, j) => percentiles(deviations, theta[i] - theta[j], i, j),
    deviations: () => deviations,
  }
}

function percentiles(deviations: Deviations, value: number, i: number, j?: number): [number, number] {
  const { rounds, contestants, values } = deviations
  const around = Float64Array.from({ length: rounds }, (_, round) => {
    const row = round * contestants
    return value + values[row + i] - (j === undefined ? 0 : values[row + j])
  }).sort()
  return [quantile(around, 0.025), quantile(around, 0.975)]
}

/** Every vote as 3 · pair + (0 first won, 1 second won, 2 tie). */
function votesOneByOne({ firstWins, secondWins, ties }: PairCounts): Int32Array {
  const votes: number[] = []
  for (let pair = 0; pair < ties.length; pair++)
    [firstWins[pair], secondWins[pair], ties[pair]].forEach((count, outcome) => {
      for (let vote = 0; vote < count; vote++) votes.push(3 * pair + outcome)
    })
  return Int32Array.from(votes)
}

function draw(votes: Int32Array, stream: RandomStream, out: PairPoints): void {
  out.firstPoints.fill(0)
  out.secondPoints.fill(0)
  for (let drawn = 0; drawn < votes.length; drawn++) {
    const vote = votes[Math.floor(stream.uniform() * votes.length)]
    const pair = Math.floor(vote / 3)
    const toFirst = [1, 0, 0.5][vote % 3]
    out.firstPoints[pair] += toFirst
    out.secondPoints[pair] += 1 - toFirst
  }
}

/** One rated contestant compared with another, for this pair alone. Natural-log strengths; win rates 0 … 1. */
export interface MeasuredDifference {
  contestant: number
  /** θ of the first minus θ of the other, with its interval. */
  theta: number
  interval: [number, number]
  /** The predicted win rate of the first, with its interval. */
  winRate: number
  winRateInterval: [number, number]
}

/** The differences between one contestant, given by number, and every other rated one. Empty if it is not rated. */
export type DifferenceFunction = (contestant: number) => MeasuredDifference[]

/**
 * Makes the function that computes differences from the measurement of a board. Each interval holds for its pair alone; the bars
 * of the board tell which of many contestants differ. Empty without intervals.
 */
export function measuredDifferences({ rated, fit, intervals }: Measurement): DifferenceFunction {
  return (contestant) => {
    const i = rated.indexOf(contestant)
    if (i < 0 || !intervals) return []
    return Array.from(rated, (rival, j): MeasuredDifference => {
      const theta = fit.theta[i] - fit.theta[j]
      const interval = intervals.difference(i, j)
      const winRateInterval: [number, number] = [sigmoid(interval[0]), sigmoid(interval[1])]
      return {
        contestant: rival,
        theta,
        interval,
        winRate: sigmoid(theta),
        winRateInterval,
      }
    }).filter((_, j) => j !== i)
  }
}
