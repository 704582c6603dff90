/** Ways from votes to what a board says, and what of it is true. */
import { rateBoard } from '../../shared/stats/board/rate-board.ts'
import type { ChosenUnits } from '../../shared/stats/board/units.ts'
import type { BoardVotes } from '../../shared/stats/board/votes.ts'
import type { Rated, RateOptions } from '../../shared/stats/declare/declare.ts'
import { rateCounted } from '../../shared/stats/declare/rate.ts'
import { countsOf, tally, type VoteColumns } from '../../shared/stats/fit/tally.ts'

/** What a method says of one board. Arrays run over all contestants. */
export interface Board {
  /** The intervals of strengths, with Σ centre θ = 0; null without a rating. */
  intervals: readonly ([number, number] | null)[]
  /** What each contestant counts in the mean that is 0. */
  centre: readonly number[]
  /** The one whose bar lies above all others. */
  leader: number | null
  winner: number | null
  speaksFor: ChosenUnits['speaksFor']
}

interface How {
  /** 0: the limit for endless rounds. */
  rounds: number
  seed: number
  looks: 'one' | 'any'
}

type Method = (votes: BoardVotes, how: How) => Board

/** The board in use. */
const deadheat: Method = (votes, how) => {
  const { rated, measured, state, reading, units } = rateBoard(votes, how)
  const intervals = new Array<[number, number] | null>(votes.contestants).fill(null)
  const centre = new Array<number>(votes.contestants).fill(0)
  if (measured)
    rated.forEach((contestant, place) => {
      const [theta, half] = [measured.theta[place], measured.half[place]]
      intervals[contestant] = [theta - half, theta + half]
      centre[contestant] = measured.mean[place]
    })
  const leader = state === 'leads' || state === 'wins' ? rated[reading!.deadHeat[0]] : null
  return { intervals, centre, leader, winner: state === 'wins' ? leader : null, speaksFor: units.speaksFor }
}

/** The recipe of other arenas: 100 rounds of single votes, percentiles, order by overlap. */
const recipe: Method = ({ contestants, left, right, outcome }, { seed }) => {
  const unit = left.map((_, vote) => vote)
  const columns = { contestants, left, right, outcome, unit, units: unit.length }
  const { standings, state, deadHeat } = rated(columns, {
    seed,
    rounds: 100,
    by: 'vote',
    intervals: 'classic',
  })
  const intervals = standings.map(({ interval }) => interval)
  const count = intervals.filter((interval) => interval !== null).length
  const leader = state === 'wins' ? deadHeat[0] : null
  return {
    intervals,
    centre: intervals.map((interval) => (interval ? 1 / count : 0)),
    leader,
    winner: leader,
    speaksFor: null,
  }
}

export const METHODS = { deadheat, recipe } satisfies Record<string, Method>
export type MethodName = keyof typeof METHODS

/** Votes that are counted first, as the server does. */
export function rated(
  votes: VoteColumns,
  how: Pick<RateOptions, 'rounds' | 'seed' | 'by'> & Partial<RateOptions>,
): Rated {
  const options: RateOptions = { ties: 'half', intervals: 'bootstrap', baseline: null, ...how }
  const { contestants, left, right, outcome, unit, crossed } = votes
  const prompt = how.by === 'vote' ? null : unit
  const named = { contestants, left, right, outcome, prompt, person: crossed?.unit ?? null }
  return rateCounted(tally(votes, how.by, 'half'), countsOf(votes), options, named)
}

// What a board says, against the true strengths.

/** Strengths that differ by less are equal: the projection has rounding errors. */
const SAME = 1e-7

/** The pairs of which one bar lies above the other, the higher first, and whether that is false: equals are never rightly apart. */
export function shownPairs(
  intervals: Board['intervals'],
  truth: ArrayLike<number>,
): { pair: [number, number]; isFalse: boolean }[] {
  const shown: { pair: [number, number]; isFalse: boolean }[] = []
  intervals.forEach((high, i) =>
    intervals.forEach((low, j) => {
      if (high && low && high[0] > low[1]) shown.push({ pair: [i, j], isFalse: truth[i] <= truth[j] + SAME })
    }),
  )
  return shown
}

/** The contestant that is stronger than all others, or null. */
export function bestOf(truth: ArrayLike<number>): number | null {
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
