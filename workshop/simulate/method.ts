/** Ways from votes to what a board says, and what of it is true. */
import { rateBoard, type RatedBoard } from '../../shared/stats/board/rate-board.ts'
import { deadHeat, standings } from '../../shared/stats/board/standings.ts'
import type { ChosenUnits } from '../../shared/stats/board/units.ts'
import type { Votes } from '../../shared/stats/fit/votes.ts'

/** What a method says of one board. Arrays run over all contestants. */
export interface Board {
  /** The intervals of strengths, with Σ centre θ = 0; null without a rating. */
  intervals: readonly ([number, number] | null)[]
  /** What each contestant counts in the mean that is 0. */
  centre: readonly number[]
  /** The one whose bar lies above all others. */
  leader: number | null
  winner: number | null
  /** Those that may be first; empty without a rating. */
  deadHeat: readonly number[]
  speaksFor: ChosenUnits['speaksFor']
}

interface How {
  /** 0: the limit for endless rounds. */
  rounds: number
  seed: number
  looks: 'one' | 'any'
}

type Method = (votes: Votes, how: How) => Board

/** The board in use. */
const deadheat: Method = (votes, how) => {
  const board = rateBoard(votes, how)
  const centre = new Array<number>(votes.contestants).fill(0)
  board.rated.forEach((contestant, place) => (centre[contestant] = board.measured?.mean[place] ?? 0))
  return { ...shownOn(votes, board), centre, speaksFor: board.units.speaksFor }
}

/** The recipe of other arenas: 100 rounds of single votes, percentiles, order by overlap. */
const recipe: Method = (votes, { seed }) => {
  const board = rateBoard(votes, { seed, rounds: 100, looks: 'one', intervals: 'classic' })
  const shown = shownOn(votes, board)
  const centre = shown.intervals.map((interval) => (interval ? 1 / board.rated.length : 0))
  return { ...shown, centre, speaksFor: null }
}

function shownOn(
  votes: Votes,
  board: RatedBoard,
): Pick<Board, 'intervals' | 'leader' | 'winner' | 'deadHeat'> {
  const first = deadHeat(board)
  const leader = board.state === 'leads' || board.state === 'wins' ? first[0] : null
  return {
    intervals: standings(votes, board).map(({ interval }) => interval),
    leader,
    winner: board.state === 'wins' ? leader : null,
    deadHeat: first,
  }
}

export const METHODS = { deadheat, recipe } satisfies Record<string, Method>
export type MethodName = keyof typeof METHODS

// What a board says, against the true strengths.

/** Strengths that differ by less are equal: the projection has rounding errors. */
const SAME = 1e-7

/** The pairs of which one bar lies above the other, the higher first, and whether that is false: equals are never rightly apart. */
export function shownPairs(
  intervals: Board['intervals'],
  truth: ArrayLike<number>,
): { pair: [number, number]; isFalse: boolean }[] {
  const shownList: { pair: [number, number]; isFalse: boolean }[] = []
  intervals.forEach((high, i) =>
    intervals.forEach((low, j) => {
      if (high && low && high[0] > low[1])
        shownList.push({ pair: [i, j], isFalse: truth[i] <= truth[j] + SAME })
    }),
  )
  return shownList
}

/** The contestant that is stronger than all others, or null. */
export function findBest(truth: ArrayLike<number>): number | null {
  const all = Array.from(truth)
  const strongest = all.indexOf(Math.max(...all))
  return all.every((value, i) => i === strongest || value < truth[strongest] - SAME) ? strongest : null
}

/** Whether somebody rated is as strong as this contestant, which leads. */
export const isFalseLeader = (
  { intervals }: Pick<Board, 'intervals'>,
  leader: number | null,
  truth: ArrayLike<number>,
): boolean =>
  leader !== null &&
  intervals.some((interval, i) => interval && i !== leader && truth[i] >= truth[leader] - SAME)

export function unequalPairs(truth: ArrayLike<number>): number {
  let count = 0
  for (let i = 0; i < truth.length; i++)
    for (let j = 0; j < i; j++) if (Math.abs(truth[i] - truth[j]) > SAME) count++
  return count
}
