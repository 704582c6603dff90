import type { SamplingCounts } from '../../../shared/contracts/sampling-counts.ts'
import { answered, server } from './http.ts'
import type { ViewQuery } from './view-query.ts'

/** How many votes lie on each pair of a view, and how even that is. Throws a `Failure`. */
export function samplingCounts(arena: string, view: ViewQuery): Promise<SamplingCounts> {
  const call: Promise<Response> = server.api.arenas[':arena'].sampling.$get({ param: { arena }, query: view })
  return answered(call)
}
