/** A thread that answers with its id and the limits of its heap, after some milliseconds. */
import { setTimeout as sleep } from 'node:timers/promises'
import { resourceLimits, threadId } from 'node:worker_threads'
import { answerTasks } from '../../../../server/platform/jobs/thread.ts'

answerTasks(async (milliseconds: number) => {
  await sleep(milliseconds)
  return { threadId, resourceLimits: { ...resourceLimits } }
})
