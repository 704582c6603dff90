import {
  fitPointEstimates,
  estimateStrengths,
  type StrengthEstimates,
  type MeasureOptions,
} from './estimates.ts'
import { isUnanimousWin, rankBoard, type BoardState, type BoardRanking } from './ranking.ts'
import { chooseUnits, countFewest, isNamed, type ChosenUnits, type UnitKind } from './units.ts'
import type { Fit } from '../fit/bradley-terry.ts'
import { countedVotes, LEFT, RIGHT, subsetVotes, type Votes } from '../fit/votes.ts'
import { rateClassic } from '../intervals/classic.ts'
import { symmetricInterval, type StrengthIntervals } from '../intervals/comparison.ts'
import { findRated, unratedReasons, type UnratedReason } from './who-is-rated.ts'

/** Beyond so many rated contestants, errors would take minutes and gigabytes. */
export const MAX_COMPARED = 1000

export interface RateBoardOptions extends MeasureOptions {
  /** 'one': a look that was planned. 'any': somebody may look at any time, so a winner must hold at all looks. */
  looks: 'one' | 'any'
  /** Default: 'half', so that a tie is half a win for each. */
  ties?: 'half' | 'drop' | undefined
  /**
   * 'classic': percentile intervals of a by-vote multinomial bootstrap and their non-overlap, only for comparison with other
   * boards. They ignore looks, level, weights and units.
   */
  intervals?: 'bootstrap' | 'classic' | undefined
  /** People and judges together: prompts are the units, and nobody wins. */
  isMixed?: boolean
  /** The units to resample, where somebody asks for these; those that no vote names are left out. Default: `chooseUnits`. */
  kinds?: readonly UnitKind[] | undefined
}

/** A board. Indices are those of the votes, but for arrays of strengths, intervals and `reading`, which run over `rated`. */
export interface RatedBoard {
  state: 'first_votes' | BoardState
  /** The contestants with enough linked votes, ascending: rated, unless the state is `first_votes`. */
  rated: Int32Array
  /** Why a contestant is not rated; null if it is. Shape (contestants,). */
  reasons: (UnratedReason | null)[]
  units: ChosenUnits
  /** Null at first votes. */
  strengths: Fit | null
  /** Null at first votes, for more than `MAX_COMPARED` contestants, and where classic rounds have no fit. */
  intervals: StrengthIntervals | null
  /** What `strengths` and `intervals` are read from; null also for classic intervals. */
  measured: StrengthEstimates | null
  /** Null without intervals. */
  reading: BoardRanking | null
  /** Whether the leader lost nothing and was read as if one of its wins were a loss. */
  isUnbeatenLeader: boolean
}

/**
 * Rates contestants by votes with numbers, and reads the board, as statistics version 3 has it: votes in, bars, places and state
 * out. The result depends on the votes and not on their order or sides, and contains no NaN or Infinity. `standings` lists it by
 * contestant.
 *
 * @throws {RangeError} for columns of different length, numbers out of range or options that cannot be
 */
export function rateBoard(votes: Votes, options: RateBoardOptions): RatedBoard {
  checkOptions(options)
  checkVotes(votes)
  const counted = countedVotes(votes, options.ties)
  if (options.intervals === 'classic')
    return { ...rateClassic(counted, options), units: boardUnits(counted, options) }
  const { rated, isLinked } = findRated(counted)
  const chosen = subsetVotes(counted, rated)
  const hasRatings = rated.length >= 2 && 2 * rated.length >= votes.contestants
  const board = {
    rated,
    reasons: unratedReasons(counted, hasRatings ? { rated, isLinked } : null),
    units: unitsAmong(chosen, options),
    measured: null,
    intervals: null,
    reading: null,
    isUnbeatenLeader: false,
  }
  if (!hasRatings) return { ...board, state: 'first_votes', strengths: null }
  const { kinds } = board.units
  if (rated.length > MAX_COMPARED)
    return { ...board, state: 'dead_heat', strengths: fitPointEstimates(chosen, kinds, options) }
  const measured = estimateStrengths(chosen, kinds, options)
  const reading = rankBoard(measured, options.isMixed ? 'any' : options.looks)
  const leader = reading.deadHeat[0]
  if (options.isMixed && reading.state === 'wins') reading.state = 'leads'
  const isUnbeatenLeader = reading.state === 'leads' && isUnbeaten(chosen, leader)
  if (isUnbeatenLeader && !options.isMixed && winsWithOneLoss(chosen, leader, kinds, options))
    reading.state = 'wins'
  const intervals = intervalsAround(measured)
  const { state } = reading
  return { ...board, state, strengths: measured, intervals, measured, reading, isUnbeatenLeader }
}

/** Whether an unbeaten leader wins: it also would if one of its wins were a loss, or it is one of two with enough units. */
function winsWithOneLoss(
  votes: Votes,
  leader: number,
  kinds: readonly UnitKind[],
  options: RateBoardOptions,
): boolean {
  if (votes.contestants === 2 && isUnanimousWin(countFewest(votes, kinds))) return true
  const again = estimateStrengths(withOneLoss(votes, leader), kinds, { ...options, rounds: 0 })
  const { state, deadHeat } = rankBoard(again, options.looks)
  return state === 'wins' && deadHeat[0] === leader
}

const intervalsAround = ({ theta, half, differenceHalfWidth }: StrengthEstimates): StrengthIntervals => ({
  marginal: Array.from(theta, (value, i) => symmetricInterval(value, half[i])),
  difference: (i, j) => symmetricInterval(theta[i] - theta[j], i === j ? 0 : differenceHalfWidth(i, j)),
})

/** The units of a board: those that somebody asks for, else those that its votes among rated contestants allow. */
export const boardUnits = (votes: Votes, options: UnitOptions): ChosenUnits =>
  unitsAmong(subsetVotes(votes, findRated(votes).rated), options)

type UnitOptions = Pick<RateBoardOptions, 'isMixed' | 'kinds' | 'weights'>

function unitsAmong(votes: Votes, { isMixed, kinds, weights }: UnitOptions): ChosenUnits {
  const units = chooseUnits(isMixed ? { ...votes, person: null } : votes, weights !== 'votes')
  const isKnown = (kind: UnitKind) => isNamed(kind === 'prompt' ? votes.prompt : votes.person)
  return kinds ? { ...units, kinds: kinds.filter(isKnown) } : units
}

/** Whether this contestant won all of its votes. */
export function isUnbeaten({ left, right, outcome }: Votes, contestant: number): boolean {
  for (let vote = 0; vote < outcome.length; vote++) {
    if (left[vote] === contestant && outcome[vote] !== LEFT) return false
    if (right[vote] === contestant && outcome[vote] !== RIGHT) return false
  }
  return true
}

/**
 * The votes of an unbeaten leader with one of its wins as a loss: the one over the rival with the highest number, on the prompt
 * and by the person with the highest number, so that the order of votes does not matter.
 */
export function withOneLoss(votes: Votes, leader: number): Votes {
  const { left, right, outcome, prompt, person } = votes
  const sortKey = (vote: number): number[] => [
    left[vote] === leader ? right[vote] : left[vote],
    prompt?.[vote] ?? 0,
    person?.[vote] ?? 0,
  ]
  let last = -1
  for (let vote = 0; vote < outcome.length; vote++)
    if (
      (left[vote] === leader || right[vote] === leader) &&
      (last < 0 || isAfter(sortKey(vote), sortKey(last)))
    )
      last = vote
  const flipped = outcome.slice()
  flipped[last] = outcome[last] === LEFT ? RIGHT : LEFT
  return { ...votes, outcome: flipped }
}

function isAfter(key: number[], than: number[]): boolean {
  const place = key.findIndex((value, i) => value !== than[i])
  return place >= 0 && key[place] > than[place]
}

function checkOptions({ rounds, seed, level = 0.95 }: RateBoardOptions): void {
  if (!isCount(rounds)) throw new RangeError(`rounds must be a whole number, not ${rounds}`)
  if (!Number.isSafeInteger(seed)) throw new RangeError(`seed must be an integer, not ${seed}`)
  if (!(level > 0 && level < 1)) throw new RangeError(`level must lie between 0 and 1, not ${level}`)
}

const isCount = (value: number): boolean => Number.isSafeInteger(value) && value >= 0

/** @throws {RangeError} that names the first error */
function checkVotes({ contestants, left, right, outcome, prompt, person }: Votes): void {
  if (!isCount(contestants)) throw new RangeError(`contestants must be a whole number, not ${contestants}`)
  for (const column of [left, right, prompt, person])
    if (column && column.length !== outcome.length)
      throw new RangeError('the columns of votes differ in length')
  for (let vote = 0; vote < outcome.length; vote++) {
    for (const contestant of [left[vote], right[vote]])
      if (!(contestant >= 0 && contestant < contestants))
        throw new RangeError(`vote ${vote} names a contestant outside 0 … ${contestants - 1}`)
    if (left[vote] === right[vote]) throw new RangeError(`vote ${vote} sets a contestant against itself`)
    if (outcome[vote] > 3) throw new RangeError(`vote ${vote} has the unknown outcome ${outcome[vote]}`)
  }
}
