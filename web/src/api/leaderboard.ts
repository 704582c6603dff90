import type { Board } from '../../../shared/contracts/board.ts'
import { followEvents } from './event-stream.ts'
import type { Failure } from './failure.ts'
import { answered, server } from './http.ts'
import { searchOf, type ViewQuery } from './view-query.ts'

const LONGEST_WAIT_MS = 30_000

export function leaderboard(arena: string, view: ViewQuery): Promise<Board> {
  const call: Promise<Response> = server.api.arenas[':arena'].leaderboard.$get({
    param: { arena },
    query: view,
  })
  return answered(call)
}

interface Listener {
  onBoard(board: Board): void
  /** Called when the connection opens, and when it is lost and retried. */
  onConnected(connected: boolean): void
  /** Called when the server refuses the request. There is no retry. */
  onRefused(failure: Failure): void
}

/** Follows the board of a view. A private arena needs the admin token. Returns a function that stops it. */
export function followLeaderboard(
  arena: string,
  view: ViewQuery,
  { onBoard, ...listener }: Listener,
): () => void {
  return followEvents(`/api/arenas/${arena}/leaderboard/stream${searchOf(view)}`, {
    ...listener,
    onData: (text) => onBoard(JSON.parse(text) as Board),
    longestWaitMs: LONGEST_WAIT_MS,
  })
}
