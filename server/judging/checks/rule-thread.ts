/** The thread in which checks.ts applies rules. */
import { answerTasks } from '../../platform/jobs/thread.ts'
import { applyRule, type Rule } from './apply-rule.ts'

answerTasks((task: { rule: Rule; text: string } | 'ready?') =>
  task === 'ready?' ? null : applyRule(task.rule, task.text),
)
