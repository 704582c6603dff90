/** Every background job by name, but for those that call models: judging has a worker of its own for them. */
import type { TaskList } from 'graphile-worker'
import { ADVANCE_TASK, advanceRun } from './judging/index.ts'
import type { Deps } from './platform/deps.ts'
import { rateArena } from './ratings/index.ts'
import { RATE_TASK } from './votes/index.ts'

export const tasksOf = (deps: Deps): TaskList => ({
  [RATE_TASK]: (payload) => rateArena(deps, (payload as { arenaId: number }).arenaId),
  [ADVANCE_TASK]: (payload) => {
    const { arenaId, runId } = payload as { arenaId: number; runId: number }
    return advanceRun(deps, arenaId, runId)
  },
})
