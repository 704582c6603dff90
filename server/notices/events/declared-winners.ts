import { msg } from '../../../shared/messages/index.ts'
import type { Event, FindEvents } from '../event.ts'
import { selectTrackedBoards } from './queries.ts'
import type { TrackedBoard } from './queries.ts'

/** An older board was looked at when it was new. */
const LOOK_BACK_MS = 24 * 60 * 60_000

/** Winners that the boards of people, of all judges or of results declared, and declarations that fell. */
export const declaredWinners: FindEvents = async ({ db, clock }, since) => {
  const boards = await selectTrackedBoards(db, new Date(clock().getTime() - LOOK_BACK_MS))
  return boards.map(eventOf).filter((event) => event !== null && event.happenedAt >= since) as Event[]
}

function eventOf(board: TrackedBoard): Event | null {
  const { arena_id: arenaId, view_key: view, title, criterion, declared, computed_at: computedAt } = board
  const of = { title, criterion, voters: votersOf(board.source) }
  if (board.winner !== null && declared?.winner)
    return {
      arenaId,
      kind: 'decided',
      subject: `${view} since ${declared.winner.at}`,
      finding: msg('notice_decided', { ...of, winner: board.winner, votes: declared.winner.votes }),
      happenedAt: new Date(declared.winner.at),
    }
  if (board.winner === null && declared && declared.fell > 0)
    return {
      arenaId,
      kind: 'decision_fell',
      subject: `${view} fall ${declared.fell}`,
      finding: msg('notice_decision_fell', of),
      happenedAt: computedAt,
    }
  return null
}

function votersOf(source: string): 'people' | 'judges' | 'results' {
  if (source === 'judges') return 'judges'
  return source === 'humans' ? 'people' : 'results'
}
