/** A thread that answers with its id, after some milliseconds; below 0, it has read and never answers. */
import { setTimeout as sleep } from 'node:timers/promises'
import { threadId } from 'node:worker_threads'
import { answerTasks } from '../../../../server/platform/jobs/thread.ts'

answerTasks(async (milliseconds: number, hasRead) => {
  if (milliseconds < 0) hasRead()
  await sleep(milliseconds < 0 ? 60_000 : milliseconds)
  return { threadId }
})
