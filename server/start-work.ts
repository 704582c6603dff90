/** What a process does in the background: boards, runs of judging, and the calls they need. */
import { requeueChallenges } from './challenges/index.ts'
import { judgingTasks } from './judging/index.ts'
import type { AppContext } from './open-app.ts'
import { startWorker } from './platform/jobs.ts'
import type { Worker } from './platform/jobs.ts'
import { startRunWorker } from './runs/index.ts'
import type { RunWorkerOptions } from './runs/index.ts'
import { tasksOf } from './tasks.ts'

/** Does every job that is due, beside other processes on the same database, until it is stopped. */
export async function startWork(
  app: Pick<AppContext, 'pool' | 'connect' | 'beside' | 'deps'>,
  options: RunWorkerOptions = {},
): Promise<Worker> {
  await requeueChallenges(app.deps)
  const worker = await startWorker(app, tasksOf(app.deps), app.deps.log)
  const runs = startRunWorker(app, app.deps, judgingTasks, options)
  return {
    async stop() {
      await Promise.all([worker.stop(), runs.stop()])
    },
  }
}
