import type { Climb } from '../../../shared/contracts/climb.ts'
import { answered, server } from './http.ts'

/**
 * The climb of an arena. With `attempt`, also the results of that attempt; their texts need the admin token. Throws a
 * `Failure`.
 */
export function climbOf(arena: string, attempt?: number): Promise<Climb> {
  const query = attempt === undefined ? {} : { attempt: String(attempt) }
  const call: Promise<Response> = server.api.arenas[':arena'].climb.$get({ param: { arena }, query })
  return answered(call)
}
