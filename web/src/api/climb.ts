import type { ChallengeBody, ChallengeState, Climb } from '../../../shared/contracts/climb.ts'
import { ask, fetched, server } from './http.ts'

const { climb, challenges } = server.api.arenas[':arena']

/** The climb. With `attempt`, also the results of that attempt; their texts need the admin token. */
export function fetchClimb(arena: string, attempt?: number): Promise<Climb> {
  const query = attempt === undefined ? {} : { attempt: String(attempt) }
  return fetched(climb.$get({ param: { arena }, query }))
}

/** The open challenge, otherwise the latest one. */
export const fetchChallenge = (arena: string): Promise<ChallengeState> =>
  ask(challenges.$get({ param: { arena } }))

/** Starts a challenge, or continues the same one. */
export const startChallenge = (arena: string, json: ChallengeBody): Promise<ChallengeState> =>
  ask(challenges.$post({ param: { arena }, json }))
