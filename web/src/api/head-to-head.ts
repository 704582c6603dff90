import type { HeadToHead } from '../../../shared/contracts/head-to-head.ts'
import { answered, server } from './http.ts'
import type { ViewQuery } from './view-query.ts'

/** The head-to-head record of a view. Throws a `Failure`. */
export function headToHead(arena: string, view: ViewQuery): Promise<HeadToHead> {
  const call: Promise<Response> = server.api.arenas[':arena']['head-to-head'].$get({
    param: { arena },
    query: view,
  })
  return answered(call)
}
