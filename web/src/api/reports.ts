import type { BoardReports } from '../../../shared/contracts/reports.ts'
import { answered, patiently, server } from './http.ts'
import type { ViewQuery } from './view-query.ts'

/** The reports behind the board of a view. Throws a `Failure`. */
export function boardReports(arena: string, view: ViewQuery): Promise<BoardReports> {
  const call: Promise<Response> = server.api.arenas[':arena'].reports.$get(
    { param: { arena }, query: view },
    patiently(),
  )
  return answered(call)
}
