import type { BoardReports } from '../../../shared/contracts/board-reports.ts'
import { answered, server } from './http.ts'
import type { ViewQuery } from './view-query.ts'

/** What the board of a view rests on. Throws a `Failure`. */
export function boardReports(arena: string, view: ViewQuery): Promise<BoardReports> {
  const call: Promise<Response> = server.api.arenas[':arena'].reports.$get({
    param: { arena },
    query: view,
  })
  return answered(call)
}
