import type { ArenaDetail } from '../../../../shared/contracts/arena.ts'
import type { Board } from '../../../../shared/contracts/board.ts'

/** Where one votes by the criterion that the board shows; it is named only where there are several. */
export function voteHref(
  { arena, criteria }: Pick<ArenaDetail, 'arena' | 'criteria'>,
  board: { view: Pick<Board['view'], 'criterion'> } | null,
): string {
  const criterion = board?.view.criterion ?? null
  const search = criteria.length > 1 && criterion !== null ? `?${new URLSearchParams({ criterion })}` : ''
  return `/a/${arena}/vote${search}`
}
