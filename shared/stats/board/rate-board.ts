import {
  fitPointEstimates,
  estimateStrengths,
  type StrengthEstimates,
  type MeasureOptions,
} from './estimates.ts'
import { isUnanimousWin, rankBoard, type BoardState, type BoardRanking } from './ranking.ts'
import type { Strengths } from './strengths.ts'
import { chooseUnits, countFewest, isNamed, type ChosenUnits, type UnitKind } from './units.ts'
import { LEFT, RIGHT, subsetVotes, type Votes } from '../fit/votes.ts'
import { sigmoid } from '../fit/likelihood.ts'
import { findRated } from './who-is-rated.ts'

/** Beyond so many rated contestants, errors would take minutes and gigabytes. */
export const MAX_COMPARED = 1000

export interface RateBoardOptions extends MeasureOptions {
  /** 'one': a look that was planned. 'any': somebody may look at any time, so a winner must hold at all looks. */
  looks: 'one' | 'any'
  /** People and judges together: prompts are the units, and nobody wins. */
  isMixed?: boolean
  /** The units to resample, where somebody asks for these; those that no vote names are left out. Default: `chooseUnits`. */
  kinds?: readonly UnitKind[] | undefined
}

/** A board. Indices are those of the votes, but for arrays of `measured` and `reading`, which run over `rated`. */
export interface RatedBoard {
  state: 'first_votes' | BoardState
  /** The contestants with enough linked votes, ascending: rated, unless the state is `first_votes`. */
  rated: Int32Array
  /** Whether votes link a contestant to a rated one; shape (contestants,). */
  isLinked: boolean[]
  units: ChosenUnits
  /** Null at first votes, and for more than `MAX_COMPARED` contestants. */
  measured: StrengthEstimates | null
  /** Strengths without intervals, for more than `MAX_COMPARED` contestants. */
  fitted?: Omit<Strengths, 'inverse'>
  reading: BoardRanking | null
  /** Whether the leader lost nothing and was read as if one of its wins were a loss. */
  isUnbeatenLeader: boolean
}

/**
 * Rates contestants and reads the board, as statistics version 3 has it: votes in, bars, places and state out. The result
 * depends on the votes and not on their order or sides, and contains no NaN or Infinity.
 *
 * @throws {RangeError} for columns of different length or numbers out of range
 */
export function rateBoard(votes: Votes, options: RateBoardOptions): RatedBoard {
  checkVotes(votes)
  const { rated, isLinked } = findRated(votes)
  const chosen = subsetVotes(votes, rated)
  const units = unitsAmong(chosen, options)
  const board = { rated, isLinked, units }
  if (rated.length < 2 || 2 * rated.length < votes.contestants)
    return { ...board, state: 'first_votes', measured: null, reading: null, isUnbeatenLeader: false }
  if (rated.length > MAX_COMPARED) {
    const fitted = fitPointEstimates(chosen, units.kinds, options)
    return { ...board, state: 'dead_heat', measured: null, fitted, reading: null, isUnbeatenLeader: false }
  }
  const measured = estimateStrengths(chosen, units.kinds, options)
  const reading = rankBoard(measured, options.isMixed ? 'any' : options.looks)
  if (options.isMixed && reading.state === 'wins') reading.state = 'leads'
  const leader = reading.deadHeat[0]
  if (reading.state !== 'leads' || !isUnbeaten(chosen, leader))
    return { ...board, state: reading.state, measured, reading, isUnbeatenLeader: false }
  const again = estimateStrengths(withOneLoss(chosen, leader), units.kinds, { ...options, rounds: 0 })
  const isUnanimous = rated.length === 2 && isUnanimousWin(countFewest(chosen, units.kinds))
  const flipped = rankBoard(again, options.looks)
  const wins = isUnanimous || (flipped.state === 'wins' && flipped.deadHeat[0] === leader)
  const state = wins && !options.isMixed ? 'wins' : 'leads'
  return { ...board, state, measured, reading: { ...reading, state }, isUnbeatenLeader: true }
}

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

/** @throws {RangeError} that names the first error */
export function checkVotes({ contestants, left, right, outcome, prompt, person }: Votes): void {
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
 * Makes the function that computes differences on a board. Each interval holds for its pair alone; the bars of the board tell which
 * of many contestants differ. Empty without intervals.
 */
export function boardDifferences({ rated, measured }: RatedBoard): DifferenceFunction {
  return (contestant) => {
    const i = rated.indexOf(contestant)
    if (i < 0 || !measured) return []
    return Array.from(rated, (rival, j): MeasuredDifference => {
      const theta = measured.theta[i] - measured.theta[j]
      const half = i === j ? 0 : measured.differenceHalfWidth(i, j)
      const interval: [number, number] = [theta - half, theta + half]
      return {
        contestant: rival,
        theta,
        interval,
        winRate: sigmoid(theta),
        winRateInterval: [sigmoid(interval[0]), sigmoid(interval[1])],
      }
    }).filter((_, j) => j !== i)
  }
}
