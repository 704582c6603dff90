/** Every background job by name, except those of runs, which have workers of their own. */
import type { TaskList } from 'graphile-worker'
import { advanceChallenge, CHALLENGE_TASK } from './challenges/index.ts'
import { CHAIN_TASK, closeDays } from './chain/index.ts'
import { reevaluateJudges, EVALUATION_TASK } from './judge-evaluation/index.ts'
import { countPastBoards, FINISH_TASK, finishBoards, PAST_TASK, rateArena } from './ratings/index.ts'
import type { PastPayload } from './ratings/index.ts'
import type { RunDeps } from './runs/index.ts'
import { FIND_LEAKS_TASK } from './answers/index.ts'
import { findAttacksIn, searchLeaks } from './integrity/index.ts'
import { NOTICES_TASK, sendNotices } from './notices/index.ts'
import { advanceSchedules, SCHEDULE_TASK } from './schedule/index.ts'
import { RATE_TASK, SEARCH_TASK } from './votes/index.ts'
import type { SearchPayload } from './votes/index.ts'

export const tasksOf = (deps: RunDeps): TaskList => ({
  [RATE_TASK]: (payload) => rateArena(deps, (payload as { arenaId: number }).arenaId),
  [SEARCH_TASK]: (payload) => findAttacksIn(deps, payload as SearchPayload),
  [CHAIN_TASK]: async () => void (await closeDays(deps)),
  [NOTICES_TASK]: () => sendNotices(deps),
  [SCHEDULE_TASK]: () => advanceSchedules(deps),
  [FIND_LEAKS_TASK]: (payload) => searchLeaks(deps, payload as { arenaId: number }),
  [FINISH_TASK]: (payload) => finishBoards(deps, (payload as { arenaId: number }).arenaId),
  [PAST_TASK]: (payload) => countPastBoards(deps, payload as PastPayload),
  [CHALLENGE_TASK]: (payload) => advanceChallenge(deps, (payload as { arenaId: number }).arenaId),
  [EVALUATION_TASK]: (payload) => reevaluateJudges(deps, (payload as { arenaId: number }).arenaId),
})
