import type { WinRates } from '../../../shared/contracts/reports.ts'
import { answered, server } from './http.ts'
import type { ViewQuery } from './view-query.ts'

/** The win rates of a view's contestants against one baseline. Without one, the server chooses it. Throws a `Failure`. */
export function winRates(arena: string, view: ViewQuery, baseline: string | null): Promise<WinRates> {
  const call: Promise<Response> = server.api.arenas[':arena']['win-rates'].$get({
    param: { arena },
    query: { ...view, ...(baseline && { baseline }) },
  })
  return answered(call)
}
