import type { ArenaDetail } from '../../../shared/contracts/arena.ts'
import type { Board } from '../../../shared/contracts/board.ts'

/** The address of the vote page for the criterion of the board. It names the criterion only if there are several. */
export function voteHref(
  { arena, criteria }: Pick<ArenaDetail, 'arena' | 'criteria'>,
  board: { view: Pick<Board['view'], 'criterion'> } | null,
): string {
  const criterion = board?.view.criterion ?? null
  const search = criteria.length > 1 && criterion !== null ? `?${new URLSearchParams({ criterion })}` : ''
  return `/a/${arena}/vote${search}`
}
