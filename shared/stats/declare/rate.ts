import { readPlaces } from '../board/read.ts'
import type { BoardVotes } from '../board/votes.ts'
import { BOTH_BAD, countsOf, tally, type Counts, type Tally, type VoteColumns } from '../fit/tally.ts'
import { quickLackOfFit } from '../fit/lack-of-fit.ts'
import { sigmoid } from '../fit/likelihood.ts'
import { ALPHA } from '../intervals/comparison.ts'
import { measureField, type Intervals, type Measurement } from '../intervals/measurement.ts'
import type { Field, RateOptions, Rated, Standing } from './declare.ts'

/**
 * Rates contestants by their votes: fit, intervals and first place in one call. The result depends on the votes, not on their
 * order, and contains no NaN or Infinity. Throws RangeError for invalid columns or options.
 */
export function rate(votes: VoteColumns, options: RateOptions): Rated {
  checkVotes(votes, options)
  const { contestants, left, right, outcome, unit, crossed } = votes
  const prompt = options.by === 'vote' ? null : unit
  const named = { contestants, left, right, outcome, prompt, person: crossed?.unit ?? null }
  return rateCounted(tally(votes, options.by, options.ties), countsOf(votes), options, named)
}

/**
 * The same for votes that were counted before. `counts` are every contestant's over all votes. The tally has units
 * exactly if `options.by` is 'unit', and leaves out ties if they are to be dropped.
 * @param named  the votes one by one, with all ties
 */
export function rateCounted(
  counted: Tally,
  counts: readonly Counts[],
  options: RateOptions,
  named: BoardVotes,
): Rated {
  const { rounds: count, seed, onProgress } = options
  const rounds = count > 1 ? { rounds: count, seed, onProgress: onProgress ?? (() => undefined) } : null
  const { field, measurement, board } = measureField(counted, named, { ...options, rounds })
  const { selection, fit, plain, intervals } = measurement
  const places = intervals && placesOf(fit.theta, intervals)
  return {
    standings: standingsOf(counts, field, measurement, places, options.baseline),
    converged: fit.converged,
    iterations: fit.iterations,
    gradient: fit.gradient,
    lackOfFit: options.checkFit && intervals ? quickLackOfFit(counted, selection, plain.theta, seed) : null,
    ...firstPlace(measurement, places),
    ...(board && { state: board.state }),
    board,
  }
}

function placesOf(theta: Float64Array, { marginal }: Intervals): [number, number][] {
  const half = Float64Array.from(marginal, ([low, high]) => (high - low) / 2)
  const middle = Float64Array.from(marginal, ([low, high]) => (high + low) / 2)
  return readPlaces(theta.length === middle.length ? middle : theta, half).places
}

/** Who is in the dead heat for first, or leads. */
function firstPlace(
  { selection: { members }, fit: { theta } }: Measurement,
  places: [number, number][] | null,
): Pick<Rated, 'state' | 'deadHeat'> {
  if (!places) return { state: members.length < 2 ? 'first_votes' : 'dead_heat', deadHeat: [] }
  const first = [...theta.keys()]
    .filter((i) => places[i][0] === 1)
    .sort((i, j) => theta[j] - theta[i] || i - j)
  return {
    state: first.length === 1 && members.length > 1 ? 'wins' : 'dead_heat',
    deadHeat: first.map((i) => members[i]),
  }
}

/** Throws a RangeError that names the first error, unless `votes` and `options` are valid. */
function checkVotes(votes: VoteColumns, options: RateOptions): void {
  const { contestants, left, right, outcome, unit } = votes
  if (!isCount(contestants)) throw new RangeError(`contestants must be a whole number, not ${contestants}`)
  if (!isCount(options.rounds)) throw new RangeError(`rounds must be a whole number, not ${options.rounds}`)
  if (!Number.isSafeInteger(options.seed))
    throw new RangeError(`seed must be an integer, not ${options.seed}`)
  const { alpha = ALPHA } = options
  if (!(alpha > 0 && alpha < 1)) throw new RangeError(`alpha must lie between 0 and 1, not ${alpha}`)
  if (options.baseline !== null && !isIndex(options.baseline, contestants))
    throw new RangeError(`baseline ${options.baseline} is none of ${contestants} contestants`)
  const crossed = options.by === 'unit' ? votes.crossed : undefined
  const columns =
    options.by === 'unit'
      ? [left, right, outcome, unit, ...(crossed ? [crossed.unit] : [])]
      : [left, right, outcome]
  if (columns.some((column) => column.length !== outcome.length))
    throw new RangeError('the columns of votes differ in length')
  for (let vote = 0; vote < outcome.length; vote++) {
    if (!isIndex(left[vote], contestants) || !isIndex(right[vote], contestants))
      throw new RangeError(`vote ${vote} names a contestant outside 0 … ${contestants - 1}`)
    if (left[vote] === right[vote]) throw new RangeError(`vote ${vote} sets a contestant against itself`)
    if (outcome[vote] > BOTH_BAD)
      throw new RangeError(`vote ${vote} has the unknown outcome ${outcome[vote]}`)
    if (options.by === 'unit' && !isIndex(unit[vote], votes.units))
      throw new RangeError(`vote ${vote} names a unit outside 0 … ${votes.units - 1}`)
    if (crossed && !isIndex(crossed.unit[vote], crossed.units))
      throw new RangeError(`vote ${vote} names a crossed unit outside 0 … ${crossed.units - 1}`)
  }
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
  field: Field,
  measurement: Measurement,
  places: readonly [number, number][] | null,
  baseline: number | null,
): Standing[] {
  const standings = counted.map((counts, contestant): Standing => ({
    ...field.statuses[contestant],
    ...counts,
    ...NO_RATING,
  }))
  const { selection, fit, intervals } = measurement
  const against = baseline === null ? -1 : selection.members.indexOf(baseline)
  selection.members.forEach((contestant, i) => {
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
