/** The background work of a process: boards, judging runs, provider calls, and the chain of digests. */
import { requestLeakSearches, searchLeaks } from './integrity/index.ts'
import { judgingTasks } from './judging/index.ts'
import type { AppContext } from './open-app.ts'
import { startWorker, type Worker } from './platform/jobs/jobs.ts'
import { watchStatements } from './platform/postgres/long-statements.ts'
import { ratingTasks, requestPastOfAll } from './ratings/index.ts'
import { startRunWorker, type RunDeps } from './runs/index.ts'
import { FEATURES } from './mounted.ts'
import { startPublishing } from './votes/index.ts'
import type { Task, TaskList } from 'graphile-worker'
import { reevaluateJudges, EVALUATION_TASK } from './judge-evaluation/index.ts'
import { FIND_LEAKS_TASK } from './answers/index.ts'

/**
 * Runs background jobs, together with other processes on the same database, until it is stopped: publications, boards, and
 * judging with its calls.
 */
export async function startWork(
  app: Pick<AppContext, 'direct' | 'connect' | 'openSecondPool' | 'deps'>,
  options: Parameters<typeof startRunWorker>[3] = {},
): Promise<Worker> {
  for (const { beforeWork } of FEATURES) await beforeWork?.(app.deps)
  await requestLeakSearches(app.deps)
  await requestPastOfAll(app.deps)
  const worker = await startWorker(
    { pool: app.direct.pool, connect: app.connect },
    tasksOf(app.deps),
    app.deps.services.log,
    {
      crontab: FEATURES.flatMap(({ crontab }) => crontab ?? []).join('\n'),
    },
  )
  const publishing = startPublishing(app.deps)
  const runs = startRunWorker(app, app.deps, judgingTasks, options)
  const endWatch = watchStatements(app.direct.db, app.deps.services.log)
  return {
    async stop() {
      endWatch()
      await Promise.all([publishing.stop(), worker.stop(), runs.stop()])
    },
  }
}

// Every background job by name, except those of runs, which have workers of their own.

const tasksOf = (deps: RunDeps): TaskList => ({
  ...ratingTasks(deps),
  [FIND_LEAKS_TASK]: (payload) => searchLeaks(deps, payload as { arenaId: number }),
  [EVALUATION_TASK]: (payload) => reevaluateJudges(deps, (payload as { arenaId: number }).arenaId),
  ...Object.fromEntries(
    FEATURES.flatMap(({ tasks = {} }) =>
      Object.entries(tasks).map(([name, task]): [string, Task] => [
        name,
        async (payload) => void (await task(deps, payload as never)),
      ]),
    ),
  ),
})
