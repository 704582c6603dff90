/** Since which board of a tracked view its winner has been declared. */
import type { Selectable } from 'kysely'
import type { Board } from '../../shared/contracts/index.ts'
import { serialiseBoard } from './vote-store/view-votes.ts'
import type { Database } from '../platform/schema.ts'

type NewSnapshot = Omit<Selectable<Database['snapshots']>, 'id'>

type DeclaredSince = NonNullable<Board['declaredSince']>
type Named = Pick<Board, 'state' | 'leader' | 'votes' | 'computedAt' | 'looks' | 'declaredSince'>

const namedWinner = ({ state, leader }: Named): string | null => (state === 'wins' ? leader : null)

/**
 * The snapshot with `declaredSince` on its board, carried forward from the last board of the view. Only boards that a job keeps
 * current and that hold for all looks have it. Between two boards on request, it is unknown what was declared.
 * @param last the newest stored board of the view
 */
export function withDeclaration(
  snapshot: NewSnapshot,
  last: Pick<NewSnapshot, 'tracked' | 'board'> | undefined,
): NewSnapshot {
  if (!snapshot.tracked) return snapshot
  const board = JSON.parse(snapshot.board) as Board
  const before = last?.tracked ? (JSON.parse(last.board) as Named) : null
  const declared = declaredSince(board, before)
  return declared ? { ...snapshot, ...serialiseBoard({ ...board, declaredSince: declared }) } : snapshot
}

/**
 * The first board since which every board of the view has named the same winner. Null if no winner was named.
 * @param before the last board of the view
 */
function declaredSince(board: Named, before: Named | null): DeclaredSince | null {
  if (board.looks !== 'any') return null
  // a board for one look makes another claim
  const last = before?.looks === 'any' ? before : null
  const known = last && storedDeclaration(last)
  const winner = namedWinner(board)
  const wonBefore = last && namedWinner(last)
  const stands = winner !== null && winner === wonBefore
  const fell = (known?.fell ?? 0) + (wonBefore !== null && !stands ? 1 : 0)
  if (winner === null) return fell > 0 ? { winner: null, fell } : null
  const since = stands ? known!.winner : { votes: board.votes, at: board.computedAt }
  return { winner: since, fell }
}

/** A stored board without this field counts as the first that named its winner. */
function storedDeclaration(board: Named): DeclaredSince {
  const { votes, computedAt, declaredSince: known } = board
  return known ?? { winner: namedWinner(board) === null ? null : { votes, at: computedAt }, fell: 0 }
}
