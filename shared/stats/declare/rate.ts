import { readPlaces } from '../board/ranking.ts'
import { checkVotes, boardUnits, type RatedBoard } from '../board/rate-board.ts'
import { contestantCounts, countedVotes, subsetVotes, type Counts, type Votes } from '../fit/votes.ts'
import { quickLackOfFit } from '../fit/lack-of-fit.ts'
import { sigmoid } from '../fit/likelihood.ts'
import { ALPHA } from '../intervals/comparison.ts'
import { measureField, type Measurement } from '../intervals/measurement.ts'
import type { ContestantStatuses, RateOptions, Rated, Standing } from './declare.ts'

/**
 * Rates contestants by their votes: fit, intervals and first place in one call. The result depends on the votes, not on their
 * order, and contains no NaN or Infinity. Throws RangeError for invalid columns or options.
 */
export function rate(votes: Votes, options: RateOptions): Rated {
  checkOptions(votes, options)
  checkVotes(votes)
  const { field, measurement, board } = measureField(votes, options)
  const { rated, fit, plain, intervals } = measurement
  const { state, deadHeat, places } = board ? readBoard(board) : readClassic(measurement)
  const fitOf = () => {
    const counted = countedVotes(votes, options.ties)
    const [kind] = (board?.units ?? boardUnits(counted, options)).kinds
    const among = subsetVotes(counted, rated)
    const unit = kind === undefined ? null : kind === 'prompt' ? among.prompt : among.person
    return quickLackOfFit(among, unit, plain.theta, options.seed)
  }
  return {
    standings: standingsOf(contestantCounts(votes), field, measurement, places, options.baseline),
    state,
    deadHeat,
    converged: fit.converged,
    iterations: fit.iterations,
    gradient: fit.gradient,
    lackOfFit: options.checkFit && intervals ? fitOf() : null,
    board,
  }
}

/** Who is first, and the places of the rated contestants. */
interface Reading extends Pick<Rated, 'state' | 'deadHeat'> {
  places: readonly [number, number][] | null
}

const readBoard = ({ state, rated, reading }: RatedBoard): Reading => ({
  state,
  deadHeat: (reading?.deadHeat ?? []).map((i) => rated[i]),
  places: reading && reading.places,
})

/** Classic intervals need not be symmetric about the strengths, so they are read about their middles. */
function readClassic({ rated, fit: { theta }, intervals }: Measurement): Reading {
  if (!intervals) return { state: rated.length < 2 ? 'first_votes' : 'dead_heat', deadHeat: [], places: null }
  const half = Float64Array.from(intervals.marginal, ([low, high]) => (high - low) / 2)
  const middle = Float64Array.from(intervals.marginal, ([low, high]) => (high + low) / 2)
  const { places } = readPlaces(middle, half)
  const first = [...theta.keys()]
    .filter((i) => places[i][0] === 1)
    .sort((i, j) => theta[j] - theta[i] || i - j)
  return {
    state: first.length === 1 && rated.length > 1 ? 'wins' : 'dead_heat',
    deadHeat: first.map((i) => rated[i]),
    places,
  }
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

/** One standing for each contestant. @param places  of the rated ones */
function standingsOf(
  counted: readonly Counts[],
  field: ContestantStatuses,
  measurement: Measurement,
  places: readonly [number, number][] | null,
  baseline: number | null,
): Standing[] {
  const standings = counted.map((counts, contestant): Standing => ({
    ...field.statuses[contestant],
    ...counts,
    ...NO_RATING,
  }))
  const { rated, fit, intervals } = measurement
  const against = baseline === null ? -1 : rated.indexOf(baseline)
  rated.forEach((contestant, i) => {
    standings[contestant] = {
      ...standings[contestant],
      theta: fit.theta[i],
      interval: intervals && intervals.marginal[i],
      place: places && places[i],
      againstBaseline: against < 0 ? null : winRateAgainst(measurement, i, against),
    }
  })
  return standings
}

function winRateAgainst(
  { fit: { theta }, intervals }: Measurement,
  i: number,
  against: number,
): Standing['againstBaseline'] {
  const ends = intervals?.difference(i, against)
  return {
    winRate: sigmoid(theta[i] - theta[against]),
    interval: ends ? [sigmoid(ends[0]), sigmoid(ends[1])] : null,
  }
}
