/** What a process does in the background: boards, runs of judging, and the calls they need. */
import { wakeChallenges } from './compare/index.ts'
import { startJudgingWorker } from './judging/index.ts'
import type { JudgingWorkerOptions } from './judging/index.ts'
import type { House } from './open-house.ts'
import { startWorker } from './platform/jobs.ts'
import type { Worker } from './platform/jobs.ts'
import { tasksOf } from './tasks.ts'

/** Does every job that is due, beside other processes on the same database, until it is stopped. */
export async function startWork(
  house: Pick<House, 'pool' | 'connect' | 'beside' | 'deps'>,
  options: JudgingWorkerOptions = {},
): Promise<Worker> {
  await wakeChallenges(house.deps)
  const worker = await startWorker(house, tasksOf(house.deps), house.deps.log)
  const judging = startJudgingWorker(house, house.deps, options)
  return {
    async stop() {
      await Promise.all([worker.stop(), judging.stop()])
    },
  }
}
