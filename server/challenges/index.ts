/**
 * Challenges: a judge sees a reference and the answers of incumbent and challenger, and says which is closer. A gate
 * decides whether the challenger is promoted.
 * Always holds: the log is append-only, and the incumbent follows from the log alone. Within an epoch, judge,
 * rubric, references and hold-out stay the same. The same attempt is entered once. An arena has at most one open
 * challenge, whose attempts are fixed when it starts. Nothing here is a vote.
 */
import { advanceChallenge } from './advance-challenge.ts'
import { CHALLENGE_TASK, requeueChallenges, challengeRuns } from './challenge-runs.ts'
import { eraseInLog } from './climb-log.ts'
import { climbRoutes } from './routes.ts'

export { advanceChallenge, requeueChallenges }
export { challengeOutcome } from './challenge-outcome.ts'
export { ChallengeStopped } from './challenge-machine.ts'
export { describeClimb } from './describe-climb.ts'
export type { ChallengeRequest } from './plan-challenge.ts'
export { startChallenge } from './start-challenge.ts'

export const challenges = {
  routes: climbRoutes,
  tasks: { [CHALLENGE_TASK]: advanceChallenge },
  beforeWork: requeueChallenges,
  runs: challengeRuns,
  afterErasedText: eraseInLog,
}
