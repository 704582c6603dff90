import type { Board } from '../../shared/contracts/index.ts'
import { textOf } from './boards/board-text.ts'
import type { NewSnapshot, Snapshot } from './snapshot-queries.ts'

type DeclaredSince = NonNullable<Board['declaredSince']>
type Named = Pick<Board, 'winner' | 'votes' | 'computedAt' | 'looks' | 'preview' | 'declaredSince'>

/**
 * The snapshot with `declaredSince` on its board, carried forward from the last board of the view. Only boards that a job
 * keeps current and that hold for all looks have it: between two boards on request nobody knows what was declared.
 * @param last  the newest stored board of the view that is not a preview
 */
export function withDeclaredSince(snapshot: NewSnapshot, last: Snapshot | undefined): NewSnapshot {
  if (!snapshot.kept) return snapshot
  const board = JSON.parse(snapshot.board) as Board
  const before = last?.kept ? (JSON.parse(last.board) as Named) : null
  const declared = declaredSince(board, before)
  return declared ? { ...snapshot, ...textOf({ ...board, declaredSince: declared }) } : snapshot
}

/**
 * Since which board of the view the winner has been named on every one. A preview repeats what the last board said of its
 * winner, and ends nothing. Null where no winner was ever named.
 * @param before  the last board of the view that was not a preview
 */
export function declaredSince(board: Named, before: Named | null): DeclaredSince | null {
  if (board.looks !== 'any') return null
  // a board for one look promised something else
  const last = before?.looks === 'any' ? before : null
  const known = last && knownOf(last)
  if (board.preview) return board.winner !== null && board.winner === last?.winner ? known : null
  const stands = board.winner !== null && board.winner === last?.winner
  const fell = (known?.fell ?? 0) + (last && last.winner !== null && !stands ? 1 : 0)
  if (board.winner === null) return fell > 0 ? { winner: null, fell } : null
  const since = stands ? known!.winner : { votes: board.votes, at: board.computedAt }
  return { winner: since, fell }
}

/** Boards that were stored without it are known to have named their winner themselves. */
function knownOf({ winner, votes, computedAt, declaredSince: known }: Named): DeclaredSince {
  return known ?? { winner: winner === null ? null : { votes, at: computedAt }, fell: 0 }
}
