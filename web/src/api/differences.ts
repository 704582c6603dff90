import type { Differences } from '../../../shared/contracts/reports.ts'
import { answered, server } from './http.ts'
import type { ViewQuery } from './view-query.ts'

/** The rating differences between one contestant of a view and every other. Throws a `Failure`. */
export function differencesOf(arena: string, view: ViewQuery, contestant: string): Promise<Differences> {
  const call: Promise<Response> = server.api.arenas[':arena'].differences.$get({
    param: { arena },
    query: { ...view, contestant },
  })
  return answered(call)
}
