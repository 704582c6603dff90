/** The thread in which read-reply.ts reads replies. */
import { answerTimedTasks } from '../platform/jobs/thread.ts'
import { readCheck } from './checks/read-check.ts'
import { readVerdicts, withProbabilities } from './read-verdicts.ts'
import type { ReplyTask } from './read-reply.ts'

answerTimedTasks((task: ReplyTask) => {
  if (task.kind === 'check') return readCheck(task.reply, task.marker)
  const reading = readVerdicts(task.reply, task.expected)
  if ('unreadable' in reading) return reading
  return { verdicts: withProbabilities(reading.verdicts, task.reply, task.tokens) }
})
