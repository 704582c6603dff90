/** Every background job by name, but for those of judging, which has a worker of its own. */
import type { TaskList } from 'graphile-worker'
import type { Deps } from './platform/deps.ts'
import { advanceChallenge } from './compare/index.ts'
import { CHALLENGE_TASK, retryJudges, TRIAL_TASK } from './judging/index.ts'
import { FINISH_TASK, finishBoards, rateArena } from './ratings/index.ts'
import { RATE_TASK } from './votes/index.ts'

export const tasksOf = (deps: Deps): TaskList => ({
  [RATE_TASK]: (payload) => rateArena(deps, (payload as { arenaId: number }).arenaId),
  [FINISH_TASK]: (payload) => finishBoards(deps, (payload as { arenaId: number }).arenaId),
  [CHALLENGE_TASK]: (payload) => advanceChallenge(deps, (payload as { arenaId: number }).arenaId),
  [TRIAL_TASK]: (payload) => retryJudges(deps, (payload as { arenaId: number }).arenaId),
})
