import type { Climb } from '../../../shared/contracts/climb.ts'
import { fetched, server } from './http.ts'

/** The climb. With `attempt`, also the results of that attempt; their texts need the admin token. */
export function fetchClimb(arena: string, attempt?: number): Promise<Climb> {
  const query = attempt === undefined ? {} : { attempt: String(attempt) }
  return fetched(server.api.arenas[':arena'].climb.$get({ param: { arena }, query }))
}
