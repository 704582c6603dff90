import type { ChallengeState, ChallengeBody } from '../../../shared/contracts/climb.ts'
import { answered, server } from './http.ts'

const challenges = server.api.arenas[':arena'].challenges

/** The open challenge, otherwise the latest one. Needs the admin token. Throws a `Failure`. */
export const challengeOf = (arena: string): Promise<ChallengeState> =>
  answered(challenges.$get({ param: { arena } }))

/** Starts a challenge, or continues the same one. Throws a `Failure`. */
export const startChallenge = (arena: string, json: ChallengeBody): Promise<ChallengeState> =>
  answered(challenges.$post({ param: { arena }, json }))
