import { toRating } from '../../../shared/stats/fit/likelihood.ts'
import type { Votes } from '../../../shared/stats/fit/votes.ts'
import type { Board } from '../../../shared/contracts/index.ts'
import type { VoteTable } from '../../../shared/votes/vote-table.ts'
import { byCodeUnits } from '../boards/canonical-order.ts'
import { numberVotes } from '../boards/count-votes.ts'

/** Votes of a board, with contestants and units numbered like on the board. */
export interface Numbered {
  names: readonly string[]
  votes: Votes
  /** The unit of each vote; one whose unit is not known is a unit of its own. Shape (votes,). */
  unit: Int32Array
}

const namesOn = ({ contestants }: Board): string[] => contestants.map(({ name }) => name).sort(byCodeUnits)

export function numbered(table: VoteTable, board: Board): Numbered {
  const names = namesOn(board)
  const votes = numberVotes(table, names, true)
  const named = resamplingUnits(votes, board)
  let units = named ? named.reduce((most, unit) => Math.max(most, unit), -1) + 1 : 0
  const unit = Int32Array.from({ length: table.votes }, (_, vote) =>
    named && named[vote] >= 0 ? named[vote] : units++,
  )
  return { names, votes, unit }
}

/** The unit of each vote by which a board resamples; of prompts and voters together, the prompt. Null: single votes. */
export const resamplingUnits = (
  { prompt, person }: Votes,
  { cluster }: Pick<Board, 'cluster'>,
): Int32Array | null => (cluster === 'vote' ? null : cluster === 'voter' ? person : prompt)

/** The board by each kind of its units, for reports that support one kind only. */
export const byKind = (board: Board): Board[] =>
  board.cluster === 'both'
    ? [
        { ...board, cluster: 'prompt' },
        { ...board, cluster: 'voter' },
      ]
    : [board]

/** The rating points by which the board's anchor shifts its ratings. */
export function boardShift({ contestants }: Board): number {
  const rated = contestants.find(({ theta }) => theta !== null)
  return rated ? rated.rating! - toRating(rated.theta!) : 0
}

/** Whether a board rates the contestant of a row; a report beside the board has no rating where the board has none. */
export const ratedFilter = (board: Board): ((row: { name: string }) => boolean) => {
  const names = new Set(board.contestants.flatMap(({ name, rating }) => (rating === null ? [] : [name])))
  return ({ name }) => names.has(name)
}
