import { toRating } from '../fit/likelihood.ts'
import { rateBoard, type RatedBoard } from './rate-board.ts'
import { deadHeat, standings } from './standings.ts'
import type { UnratedReason } from './who-is-rated.ts'
import { BOTH_BAD, LEFT, RIGHT, TIE, type Votes } from '../fit/votes.ts'

export interface NamedVote {
  left: string
  right: string
  /** A side or none, or the name of one of the two. */
  winner: 'left' | 'right' | 'tie' | 'both_bad' | (string & {})
  /** What votes share that are not independent: their prompt or their voter. Give it for all votes or for none. */
  unit?: string | undefined
}

export interface RateVotesOptions {
  /** Bootstrap rounds. Default: 1000. */
  rounds?: number
  /** Default: 1. */
  seed?: number
  /** Default: 'half', so that a tie is half a win for each. */
  ties?: 'half' | 'drop'
  /** Default: 'one'. 'any': who wins does so at every look while votes come in. */
  looks?: 'one' | 'any'
}

/** One contestant on a board. Ratings are on the chess scale, with an average of 1000. */
export interface RatedContestant {
  name: string
  /** Why it has no rating; null if it has one. */
  reason: UnratedReason | null
  rating: number | null
  /** The 95 % bootstrap interval. A contestant is above another only if its interval lies wholly above. */
  interval: [number, number] | null
  /** The best and the worst possible place. */
  place: [number, number] | null
  votes: number
  wins: number
  losses: number
  ties: number
}

/** Rated contestants, highest first, then those without a rating. */
export interface RatedVotes {
  contestants: RatedContestant[]
  state: RatedBoard['state']
  /** Null unless somebody leads or wins. */
  leader: string | null
  /** Everyone that nobody is above, highest rated first. */
  deadHeat: string[]
}

/**
 * Rates contestants by votes with names: `rateBoard` with the usual options. The result is the same for any order of the
 * votes.
 * @throws {RangeError} if a vote has another winner or one contestant twice, or if only some votes have a unit
 */
export function rateVotes(votes: readonly NamedVote[], options: RateVotesOptions = {}): RatedVotes {
  const names = sortedNames(votes.flatMap(({ left, right }) => [left, right]))
  const { rounds = 1000, seed = 1, ties = 'half', looks = 'one' } = options
  const columns = voteColumns(votes, names)
  const board = rateBoard(columns, { rounds, seed, ties, looks })
  const contestants = standings(columns, board).map(
    ({ theta, interval, bothBad: _, ...standing }, i): RatedContestant => ({
      name: names[i],
      ...standing,
      rating: theta === null ? null : toRating(theta),
      interval: interval && [toRating(interval[0]), toRating(interval[1])],
    }),
  )
  const first = deadHeat(board).map((i) => names[i])
  return {
    contestants: contestants.sort((a, b) => (b.rating ?? -Infinity) - (a.rating ?? -Infinity) || 0),
    state: board.state,
    leader: board.state === 'leads' || board.state === 'wins' ? first[0] : null,
    deadHeat: first,
  }
}

const sortedNames = (names: readonly string[]) => [...new Set(names)].sort((a, b) => (a < b ? -1 : 1))

function voteColumns(votes: readonly NamedVote[], names: readonly string[]): Votes {
  const numberByName = new Map(names.map((name, i) => [name, i]))
  const units = sortedNames(votes.flatMap(({ unit }) => unit ?? []))
  const numberByUnit = new Map(units.map((name, i) => [name, i]))
  const outcomes = votes.map(({ left, right, winner, unit }, i) => {
    const outcome = winnerOutcome(winner, left, right)
    if (outcome === null)
      throw new RangeError(
        `Vote ${i}: winner is ${JSON.stringify(winner)}. Give left, right, tie, both_bad or the name of a contestant.`,
      )
    if (left === right) throw new RangeError(`Vote ${i}: left and right are the same contestant.`)
    if ((unit === undefined) !== (units.length === 0))
      throw new RangeError(`Vote ${i}: give a unit for all votes or for none.`)
    return outcome
  })
  return {
    contestants: names.length,
    left: Int32Array.from(votes, ({ left }) => numberByName.get(left)!),
    right: Int32Array.from(votes, ({ right }) => numberByName.get(right)!),
    outcome: Uint8Array.from(outcomes),
    prompt: units.length > 0 ? Int32Array.from(votes, ({ unit }) => numberByUnit.get(unit!)!) : null,
    person: null,
  }
}

/** These words are sides, whatever contestants are called. */
const OUTCOMES: Readonly<Record<string, number>> = { left: LEFT, right: RIGHT, tie: TIE, both_bad: BOTH_BAD }

function winnerOutcome(winner: string, left: string, right: string): number | null {
  if (Object.hasOwn(OUTCOMES, winner)) return OUTCOMES[winner]
  return winner === left ? LEFT : winner === right ? RIGHT : null
}
