import type { ArenaDetail } from '../../../shared/contracts/arena.ts'
import type { Board } from '../../../shared/contracts/board.ts'

/** Whether people can no longer vote. @param now milliseconds since 1970 */
export const isVotingClosed = (
  detail: Pick<ArenaDetail, 'closes' | 'archivedAt'> | null | undefined,
  now: number,
): boolean =>
  detail?.archivedAt !== undefined ||
  (detail?.closes !== undefined &&
    (detail.closes.isReached || (detail.closes.at !== null && now >= Date.parse(detail.closes.at))))

/** The address of the vote page for the criterion of the board. It names the criterion only if there are several. */
export function voteHref(
  { arena, criteria }: Pick<ArenaDetail, 'arena' | 'criteria'>,
  board: { view: Pick<Board['view'], 'criterion'> } | null,
): string {
  const criterion = board?.view.criterion ?? null
  const search = criteria.length > 1 && criterion !== null ? `?${new URLSearchParams({ criterion })}` : ''
  return `/a/${arena}/vote${search}`
}
