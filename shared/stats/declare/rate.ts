import { boardUnits, checkVotes, rateBoard, type RatedBoard } from '../board/rate-board.ts'
import { fit, type Fit } from '../fit/bradley-terry.ts'
import { isStronglyConnected, scorePairs } from '../fit/points.ts'
import { contestantCounts, countedVotes, countPairs, subsetVotes, type Votes } from '../fit/votes.ts'
import { quickLackOfFit } from '../fit/lack-of-fit.ts'
import { sigmoid } from '../fit/likelihood.ts'
import { ALPHA } from '../intervals/comparison.ts'
import { rateClassic } from '../intervals/classic.ts'
import type { ContestantStatuses, Interval, RateOptions, Rated, Ratings, Standing } from './declare.ts'

/**
 * Rates contestants by their votes: fit, intervals and first place in one call. The result depends on the votes, not on their
 * order, and contains no NaN or Infinity. Throws RangeError for invalid columns or options.
 */
export function rate(votes: Votes, options: RateOptions): Rated {
  checkOptions(votes, options)
  checkVotes(votes)
  const { ties, looks = 'one', alpha = ALPHA, onProgress } = options
  const counted = countedVotes(votes, ties)
  const rounds = options.rounds > 1 ? options.rounds : 0
  const board =
    options.intervals === 'classic'
      ? null
      : rateBoard(counted, { ...options, rounds, looks, level: 1 - alpha })
  const ratings = board ? boardRatings(counted, board) : rateClassic(counted, { ...options, rounds })
  onProgress?.(1)
  const { state, deadHeat, fit, intervals } = ratings
  const kinds = () => (board?.units ?? boardUnits(counted, options)).kinds
  return {
    standings: standingsOf(votes, ratings, options.baseline),
    state,
    deadHeat,
    converged: fit.converged,
    iterations: fit.iterations,
    gradient: fit.gradient,
    lackOfFit: options.checkFit && intervals ? lackOfFitOf(counted, ratings, kinds(), options.seed) : null,
    board,
  }
}

const NO_FIT: Fit = { theta: new Float64Array(0), converged: true, iterations: 0, gradient: 0 }

function boardRatings(counted: Votes, board: RatedBoard): Ratings {
  const { state, measured, fitted, reading } = board
  const statuses = statusesOn(counted, board)
  const rated = state === 'first_votes' ? new Int32Array(0) : board.rated
  return {
    rated,
    statuses,
    fit: measured ?? fitted ?? NO_FIT,
    intervals: measured && {
      marginal: Array.from(measured.theta, (theta, i) => around(theta, measured.half[i])),
      difference: (i, j) =>
        around(measured.theta[i] - measured.theta[j], i === j ? 0 : measured.differenceHalfWidth(i, j)),
    },
    state,
    deadHeat: (reading?.deadHeat ?? []).map((i) => rated[i]),
    places: reading && reading.places,
  }
}

const around = (value: number, half: number): Interval => [value - half, value + half]

function statusesOn(counted: Votes, { state, rated, isLinked }: RatedBoard): ContestantStatuses['statuses'] {
  const hasRatings = state !== 'first_votes'
  const isRated = new Set(hasRatings ? rated : [])
  return contestantCounts(counted).map(({ votes }, contestant) => {
    if (isRated.has(contestant)) return { status: 'rated', reason: null }
    if (votes === 0) return { status: 'unrated', reason: null }
    const isApart = hasRatings && !isLinked[contestant]
    return { status: 'provisional', reason: isApart ? 'disconnected' : 'too_few_votes' }
  })
}

/** By the fit of the votes themselves; without strong connection they have none, and that of the board stands for it. */
function lackOfFitOf(
  counted: Votes,
  { rated, fit: { theta } }: Ratings,
  [kind]: RatedBoard['units']['kinds'],
  seed: number,
): number | null {
  const among = subsetVotes(counted, rated)
  const points = scorePairs(countPairs(among))
  const plain = isStronglyConnected(points) ? fit(points).theta : theta
  const unit = kind === undefined ? null : kind === 'prompt' ? among.prompt : among.person
  return quickLackOfFit(among, unit, plain, seed)
}

function checkOptions({ contestants }: Votes, { rounds, seed, alpha = ALPHA, baseline }: RateOptions): void {
  if (!isCount(contestants)) throw new RangeError(`contestants must be a whole number, not ${contestants}`)
  if (!isCount(rounds)) throw new RangeError(`rounds must be a whole number, not ${rounds}`)
  if (!Number.isSafeInteger(seed)) throw new RangeError(`seed must be an integer, not ${seed}`)
  if (!(alpha > 0 && alpha < 1)) throw new RangeError(`alpha must lie between 0 and 1, not ${alpha}`)
  if (baseline !== null && !isIndex(baseline, contestants))
    throw new RangeError(`baseline ${baseline} is none of ${contestants} contestants`)
}

function isCount(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0
}

function isIndex(value: number, size: number): boolean {
  return Number.isInteger(value) && value >= 0 && value < size
}

const NO_RATING = {
  theta: null,
  interval: null,
  place: null,
  againstBaseline: null,
}

/** One standing for each contestant. */
function standingsOf(votes: Votes, ratings: Ratings, baseline: number | null): Standing[] {
  const { rated, statuses, fit, intervals, places } = ratings
  const standings = contestantCounts(votes).map((counts, contestant): Standing => ({
    ...statuses[contestant],
    ...counts,
    ...NO_RATING,
  }))
  const against = baseline === null ? -1 : rated.indexOf(baseline)
  rated.forEach((contestant, i) => {
    standings[contestant] = {
      ...standings[contestant],
      theta: fit.theta[i],
      interval: intervals && intervals.marginal[i],
      place: places && places[i],
      againstBaseline: against < 0 ? null : winRateAgainst(ratings, i, against),
    }
  })
  return standings
}

function winRateAgainst(
  { fit: { theta }, intervals }: Ratings,
  i: number,
  against: number,
): Standing['againstBaseline'] {
  const ends = intervals?.difference(i, against)
  return {
    winRate: sigmoid(theta[i] - theta[against]),
    interval: ends ? [sigmoid(ends[0]), sigmoid(ends[1])] : null,
  }
}
