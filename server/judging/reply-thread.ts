/** The thread in which read-reply.ts reads replies. */
import { answerTimedTasks } from '../platform/jobs/thread.ts'
import { readCheck, readVerdicts } from './read-verdicts.ts'
import type { ReplyTask } from './read-reply.ts'

answerTimedTasks((task: ReplyTask) =>
  task.kind === 'check' ? readCheck(task.reply, task.marker) : readVerdicts(task.reply, task.expected),
)
