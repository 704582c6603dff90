import type { SamplingCounts } from '../../../shared/contracts/reports.ts'
import { answered, server } from './http.ts'
import type { ViewQuery } from './view-query.ts'

/** The number of pairs per vote count in a view, and how even the counts are. Throws a `Failure`. */
export function samplingCounts(arena: string, view: ViewQuery): Promise<SamplingCounts> {
  const call: Promise<Response> = server.api.arenas[':arena'].sampling.$get({
    param: { arena },
    query: { ...view, pairs: 'none' },
  })
  return answered(call)
}
