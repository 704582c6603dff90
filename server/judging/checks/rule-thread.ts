/** The thread in which checks.ts applies rules. */
import { answerTasks } from '../../platform/jobs/thread.ts'
import { applyRule, type Rule } from './apply-rule.ts'

answerTasks(({ rule, text }: { rule: Rule; text: string }) => applyRule(rule, text))
