import type { WinRates } from '../../../shared/contracts/win-rates.ts'
import { answered, server } from './http.ts'
import type { ViewQuery } from './view-query.ts'

/** What everyone of a view won against one contestant, which the server chooses where none is named. Throws a `Failure`. */
export function winRates(arena: string, view: ViewQuery, baseline: string | null): Promise<WinRates> {
  const call: Promise<Response> = server.api.arenas[':arena']['win-rates'].$get({
    param: { arena },
    query: { ...view, ...(baseline && { baseline }) },
  })
  return answered(call)
}
