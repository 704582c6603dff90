import type { ChallengeState, ChallengeWanted } from '../../../shared/contracts/challenge.ts'
import { answered, server } from './http.ts'

const challenges = server.api.arenas[':arena'].challenges

/** The challenge that is under way or was left, else the latest; for who signed in. Throws a `Failure`. */
export const challengeOf = (arena: string): Promise<ChallengeState> =>
  answered(challenges.$get({ param: { arena } }))

/** Starts one, or goes on with the same. Throws a `Failure`. */
export const startChallenge = (arena: string, json: ChallengeWanted): Promise<ChallengeState> =>
  answered(challenges.$post({ param: { arena }, json }))
