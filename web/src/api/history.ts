import type { History } from '../../../shared/contracts/reports.ts'
import { answered, server } from './http.ts'
import type { ViewQuery } from './view-query.ts'

/** The ratings of a view over time. Throws a `Failure`. */
export function ratingHistory(arena: string, view: ViewQuery): Promise<History> {
  const call: Promise<Response> = server.api.arenas[':arena'].history.$get({ param: { arena }, query: view })
  return answered(call)
}
