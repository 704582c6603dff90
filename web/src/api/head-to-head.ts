import type { HeadToHead } from '../../../shared/contracts/reports.ts'
import { answered, server } from './http.ts'
import type { ViewQuery } from './view-query.ts'

/** The head-to-head records of a view, or of one contestant only. Throws a `Failure`. */
export function headToHead(
  arena: string,
  view: ViewQuery,
  contestant: string | null = null,
): Promise<HeadToHead> {
  const call: Promise<Response> = server.api.arenas[':arena']['head-to-head'].$get({
    param: { arena },
    query: { ...view, ...(contestant !== null && { contestant }) },
  })
  return answered(call)
}
