import type {
  ContestantList,
  ContestantRecord,
  DecidedBattle,
} from '../../../shared/contracts/contestant-record.ts'
import { answered, server } from './http.ts'
import type { ViewQuery } from './view-query.ts'

/** The record of one contestant in a view. Throws a `Failure`. */
export function contestantRecord(
  arena: string,
  contestant: string,
  view: ViewQuery,
): Promise<ContestantRecord> {
  const call: Promise<Response> = server.api.arenas[':arena'].contestants[':contestant'].$get({
    param: { arena, contestant },
    query: view,
  })
  return answered(call)
}

/** The description of each contestant of an arena. Throws a `Failure`. */
export function contestantList(arena: string): Promise<ContestantList> {
  const call: Promise<Response> = server.api.arenas[':arena'].contestants.$get({ param: { arena } })
  return answered(call)
}

/** One decided battle. Throws a `Failure`. */
export function decidedBattle(id: string): Promise<DecidedBattle> {
  const call: Promise<Response> = server.api.battles[':id'].$get({ param: { id } })
  return answered(call)
}
