import type { Task, TaskList } from 'graphile-worker'
import { block } from './follow-up.ts'
import type { JobContext } from './job-context.ts'
import { selectLatestRun } from './run-queries.ts'
import { INTERNAL, MOST_ATTEMPTS } from './call-failure.ts'

/** The same jobs; one that cannot even record why it fails pauses its run after as many attempts as any call has. */
export const withAttempts = (context: JobContext, tasks: TaskList): TaskList =>
  Object.fromEntries(Object.entries(tasks).map(([name, task]) => [name, bounded(context, task!)]))

const bounded =
  (context: JobContext, task: Task): Task =>
  async (payload, helpers) => {
    try {
      await task(payload, helpers)
    } catch (error) {
      if (helpers.job.attempts < MOST_ATTEMPTS) throw error
      context.log.error({ err: error, payload }, 'a job of a run failed for good')
      const { arenaId } = payload as { arenaId: number }
      const run = await selectLatestRun(context.db, arenaId)
      if (run) await block(context, arenaId, run.id, INTERNAL)
    }
  }
