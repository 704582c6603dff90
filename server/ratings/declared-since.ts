import type { Board } from '../../shared/contracts/index.ts'
import { textOf } from './boards/board-text.ts'
import type { NewSnapshot, Snapshot } from './snapshot-queries.ts'

type DeclaredSince = NonNullable<Board['declaredSince']>
type Named = Pick<Board, 'winner' | 'votes' | 'computedAt' | 'looks' | 'preview' | 'declaredSince'>

/**
 * The snapshot with `declaredSince` on its board, carried forward from the last board of the view. Only boards that a
 * job keeps current and that hold for all looks have it. Between two boards on request, it is unknown what was
 * declared.
 * @param last the newest stored board of the view that is not a preview
 */
export function withDeclaredSince(snapshot: NewSnapshot, last: Snapshot | undefined): NewSnapshot {
  if (!snapshot.kept) return snapshot
  const board = JSON.parse(snapshot.board) as Board
  const before = last?.kept ? (JSON.parse(last.board) as Named) : null
  const declared = declaredSince(board, before)
  return declared ? { ...snapshot, ...textOf({ ...board, declaredSince: declared }) } : snapshot
}

/**
 * The first board since which every board of the view has named the same winner. A preview repeats the value of the
 * last full board. Null if no winner was named.
 * @param before the last board of the view that was not a preview
 */
export function declaredSince(board: Named, before: Named | null): DeclaredSince | null {
  if (board.looks !== 'any') return null
  // a board for one look makes another claim
  const last = before?.looks === 'any' ? before : null
  const known = last && knownOf(last)
  if (board.preview) return board.winner !== null && board.winner === last?.winner ? known : null
  const stands = board.winner !== null && board.winner === last?.winner
  const fell = (known?.fell ?? 0) + (last && last.winner !== null && !stands ? 1 : 0)
  if (board.winner === null) return fell > 0 ? { winner: null, fell } : null
  const since = stands ? known!.winner : { votes: board.votes, at: board.computedAt }
  return { winner: since, fell }
}

/** A stored board without this field counts as the first that named its winner. */
function knownOf({ winner, votes, computedAt, declaredSince: known }: Named): DeclaredSince {
  return known ?? { winner: winner === null ? null : { votes, at: computedAt }, fell: 0 }
}
