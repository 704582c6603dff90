import type { BoardView } from '../../../../shared/finish/board-view.ts'
import { changesSince, seenBoard, type SeenBoard } from '../../../../shared/finish/changes.ts'
import { store, storedValue } from '../../state/stored.ts'
import type { Board } from '../../../../shared/contracts/board.ts'

/** Boards seen within so many minutes are of one visit. */
const VISIT_MINUTES = 30

/** The board as it was at the end of the visit before, and as it was seen last. */
interface Visits {
  before: SeenBoard | null
  latest: SeenBoard
}

/**
 * Remembers that a board is seen. Only this browser knows it.
 * @returns what changed since the visit before. Null on the first visit, or if no vote came or went
 */
export function visitOf(board: Board, view: BoardView, now: Date): string | null {
  const key = `deadheat:seen:${board.arena}:${JSON.stringify(board.view)}`
  const visits = storedValue<Visits>(key, 'always')
  const isNewVisit = visits !== null && now.getTime() - Date.parse(visits.latest.at) > VISIT_MINUTES * 60_000
  const before = isNewVisit ? visits.latest : (visits?.before ?? null)
  store(key, JSON.stringify({ before, latest: seenBoard(view.board, now) } satisfies Visits), 'always')
  return before && changesSince(before, view.board, view.language)
}
