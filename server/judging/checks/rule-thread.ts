/** The thread in which checks.ts applies rules. */
import { answerTimedTasks } from '../../platform/jobs/thread.ts'
import { applyRule, type Rule } from './apply-rule.ts'

answerTimedTasks(({ rule, text }: { rule: Rule; text: string }) => applyRule(rule, text))
