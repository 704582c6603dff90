/** The background work of a process: boards, judging runs, provider calls, and the chain of digests. */
import { CHAIN_CRONTAB, requestChain } from './chain/index.ts'
import { NOTICES_CRONTAB } from './notices/index.ts'
import { requeueChallenges } from './challenges/index.ts'
import { requestLeakSearches } from './integrity/index.ts'
import { judgingTasks } from './judging/index.ts'
import type { AppContext } from './open-app.ts'
import { startWorker, type Worker } from './platform/jobs/jobs.ts'
import { watchStatements } from './platform/postgres/long-statements.ts'
import { requestPastOfAll } from './ratings/index.ts'
import { startRunWorker, type RunWorkerOptions } from './runs/index.ts'
import { SCHEDULE_CRONTAB } from './schedule/index.ts'
import { startPublishing } from './votes/index.ts'
import { tasksOf } from './tasks.ts'

/**
 * Runs background jobs, together with other processes on the same database, until it is stopped: publications, boards, and
 * judging with its calls.
 */
export async function startWork(
  app: Pick<AppContext, 'direct' | 'connect' | 'openSecondPool' | 'deps'>,
  options: RunWorkerOptions = {},
): Promise<Worker> {
  await requeueChallenges(app.deps)
  await requestLeakSearches(app.deps)
  await requestChain(app.deps)
  await requestPastOfAll(app.deps)
  const worker = await startWorker(
    { pool: app.direct.pool, connect: app.connect },
    tasksOf(app.deps),
    app.deps.log,
    {
      crontab: [CHAIN_CRONTAB, NOTICES_CRONTAB, SCHEDULE_CRONTAB].join('\n'),
    },
  )
  const publishing = startPublishing(app.deps)
  const runs = startRunWorker(app, app.deps, judgingTasks, options)
  const endWatch = watchStatements(app.direct.db, app.deps.log)
  return {
    async stop() {
      endWatch()
      await Promise.all([publishing.stop(), worker.stop(), runs.stop()])
    },
  }
}
