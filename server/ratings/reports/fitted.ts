import { pointsAmong as among, type Selection } from '../../../shared/stats/fit/points.ts'
import { fieldOf } from '../../../shared/stats/declare/declare.ts'
import { fit } from '../../../shared/stats/fit/bradley-terry.ts'
import { information, type Information } from '../../../shared/stats/fit/information.ts'
import { measureField } from '../../../shared/stats/intervals/measurement.ts'
import { tally, type Tally, type VoteColumns } from '../../../shared/stats/fit/tally.ts'
import { toRating } from '../../../shared/stats/fit/likelihood.ts'
import type { Board } from '../../../shared/contracts/index.ts'
import type { VoteTable } from '../../../shared/votes/vote-table.ts'
import { byCodeUnits, inCanonicalOrder } from '../boards/canonical-order.ts'
import { boardVotesOf, numberVotes, votersOf } from '../boards/count-votes.ts'

/** Votes of a board, with contestants and units numbered like on the board. */
export interface Numbered {
  names: readonly string[]
  /** `unit` is filled even if each vote is a unit. */
  columns: VoteColumns
  resampledBy: 'unit' | 'vote'
}

/** The fit of a board, computed again, with everything that reports use. */
interface Fitted extends Numbered {
  tally: Tally
  selection: Selection
  theta: Float64Array
  fisherInformation: Information
}

export function numbered(table: VoteTable, { contestants, cluster }: Board): Numbered {
  const names = contestants.map(({ name }) => name).sort(byCodeUnits)
  const columns = numberVotes(table, inCanonicalOrder(table, cluster), names, cluster)
  if (cluster !== 'vote') return { names, columns, resampledBy: 'unit' }
  const unit = Int32Array.from({ length: table.votes }, (_, vote) => vote)
  return { names, columns: { ...columns, unit, units: table.votes }, resampledBy: 'vote' }
}

/** Null for fewer than two rated, or a fit that did not converge. */
export function fittedOf(
  { names, columns, resampledBy }: Numbered,
  { ties }: Pick<Board, 'ties'>,
): Fitted | null {
  const counted = tally(columns, resampledBy, ties)
  const everyone = Int32Array.from({ length: columns.contestants }, (_, i) => i)
  const selection = among(counted, fieldOf(among(counted, everyone).points).rated)
  if (selection.members.length < 2) return null
  const { theta, converged } = fit(selection.points)
  if (!converged) return null
  const fisherInformation = information(selection.points, theta)
  return {
    names,
    columns,
    resampledBy,
    tally: counted,
    selection,
    theta,
    fisherInformation,
  }
}

/** The measurement of a board, computed again for one look. */
export function measuredOf(table: VoteTable, board: Board, seed = board.seed) {
  const { names, columns, resampledBy } = numbered(table, board)
  const { ties, rounds, weights, units, view } = board
  const named = boardVotesOf(table, names, units.includes('voter'))
  const { measurement } = measureField(tally(columns, resampledBy, ties), named, {
    intervals: 'bootstrap',
    rounds: rounds > 1 ? { rounds, seed, onProgress: () => undefined } : null,
    ties,
    weights,
    kinds: units,
    isMixed: votersOf(view.source) === 'mixed',
  })
  return { names, measurement }
}

/** The rating points by which the board's anchor shifts its ratings. */
export function shiftOf({ contestants }: Board): number {
  const rated = contestants.find(({ theta }) => theta !== null)
  return rated ? rated.rating! - toRating(rated.theta!) : 0
}

/** Whether a board rates the contestant of a row; a report beside the board has no rating where the board has none. */
export const ratedOn = (board: Board): ((row: { name: string }) => boolean) => {
  const names = new Set(board.contestants.flatMap(({ name, rating }) => (rating === null ? [] : [name])))
  return ({ name }) => names.has(name)
}
