/** The thread in which read-reply.ts reads replies. */
import { answerTasks } from '../platform/jobs/thread.ts'
import { readCheck, readVerdicts } from './read-verdicts.ts'
import type { ReplyTask } from './read-reply.ts'

answerTasks((task: ReplyTask) =>
  task.kind === 'check' ? readCheck(task.reply, task.marker) : readVerdicts(task.reply, task.expected),
)
