import type { JobRequest } from '../platform/jobs.ts'

/** What follows a run of a challenge. */
export const CHALLENGE_TASK = 'advance-challenge'

/** Has the arena's challenge that is open go on: weighs what came of its runs, and starts the next. */
export const challengeJob = (arenaId: number): JobRequest => ({
  task: CHALLENGE_TASK,
  payload: { arenaId },
  queue: `challenge-${arenaId}`,
  key: `${CHALLENGE_TASK} ${arenaId}`,
})
