import type { Board } from '../../../shared/contracts/index.ts'
import { badgeSvg, boardView, finishBoard } from '../../../shared/finish/index.ts'
import { pictureTitle } from './cells.ts'

/**
 * The finding of a board as a small SVG: the title and the view, the topmost bars, and who is first.
 * @param closedAt since when people can no longer vote
 */
export function renderBadge(title: string, board: Board, closedAt: string | null = null): string {
  const parts = [pictureTitle(title, board), ...(closedAt ? ['closed'] : [])]
  return badgeSvg(boardView(finishBoard(board, { title: parts.join(' · '), closedAt })))
}
