/** The background work of a process: boards, judging runs and provider calls. */
import { requestLeakSearches, searchLeaks } from './integrity/index.ts'
import { judgingTasks } from './judging/index.ts'
import type { AppContext } from './open-app.ts'
import { startWorker, type Worker } from './platform/jobs/jobs.ts'
import { ratingTasks, requestPastOfAll } from './ratings/index.ts'
import { startRunWorker, type RunDeps } from './runs/index.ts'
import { FEATURES } from './mounted.ts'
import { startPublishing } from './votes/index.ts'
import type { Task, TaskList } from 'graphile-worker'
import { reevaluateJudges, EVALUATION_TASK } from './judge-evaluation/index.ts'
import { FIND_LEAKS_TASK } from './answers/index.ts'

type StartOptions = Parameters<typeof startRunWorker>[3] & { makesBoards?: boolean }

/**
 * Runs background jobs, together with other processes on the same database, until it is stopped: publications, boards, and
 * judging with its calls.
 * @param options `makesBoards`: false leaves boards to other processes
 */
export async function startWork(
  app: Pick<AppContext, 'direct' | 'connect' | 'openSecondPool' | 'deps'>,
  { makesBoards = true, ...options }: StartOptions = {},
): Promise<Worker> {
  const { deps } = app
  for (const { beforeWork } of FEATURES) await beforeWork?.(deps)
  await requestLeakSearches(deps)
  if (makesBoards) await requestPastOfAll(deps)
  const worker = await startWorker(
    { pool: app.direct.pool, connect: app.connect },
    { ...backgroundTasks(deps), ...(makesBoards && boardTasks(deps)) },
    deps.services.log,
    { crontab: FEATURES.flatMap(({ crontab }) => crontab ?? []).join('\n') },
  )
  const workers = [worker, startPublishing(deps), startRunWorker(app, deps, judgingTasks, options)]
  return {
    async stop() {
      await Promise.all(workers.map((started) => started.stop()))
    },
  }
}

// Every background job by name, except those of runs, which have workers of their own.

const backgroundTasks = (deps: RunDeps): TaskList => ({
  [FIND_LEAKS_TASK]: (payload) => searchLeaks(deps, payload as { arenaId: number }),
  ...Object.fromEntries(
    FEATURES.filter(({ works }) => works?.(deps) ?? true).flatMap(({ tasks = {} }) =>
      Object.entries(tasks).map(([name, task]): [string, Task] => [
        name,
        async (payload) => void (await task(deps, payload as never)),
      ]),
    ),
  ),
})

/** What is computed from votes alone: boards, and how far people agree with judges. */
const boardTasks = (deps: RunDeps): TaskList => ({
  ...ratingTasks(deps),
  [EVALUATION_TASK]: (payload) => reevaluateJudges(deps, (payload as { arenaId: number }).arenaId),
})
