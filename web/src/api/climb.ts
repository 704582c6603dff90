import type { Climb } from '../../../shared/contracts/climb.ts'
import { answered, server } from './http.ts'

/**
 * The climb of an arena; with `attempt`, the results of that one too, whose texts come for who signed in only. Throws a
 * `Failure`.
 */
export function climbOf(arena: string, attempt?: number): Promise<Climb> {
  const query = attempt === undefined ? {} : { attempt: String(attempt) }
  const call: Promise<Response> = server.api.arenas[':arena'].climb.$get({ param: { arena }, query })
  return answered(call)
}
