/**
 * Checks give pass or fail for one answer. They are shown beside a rating and are never part of it. A check that
 * cannot be made neither passes nor fails, and says why.
 */
export { isCalled } from './check.ts'
export type { CheckedAnswer, CheckedPrompt, CheckResult, CommandCheck, LlmCheck, RuleCheck } from './check.ts'
export { checkFaults } from './check-faults.ts'
export { composeCheck, missingInputOf, readCheck } from './llm-check.ts'
export { runCheck } from './run-check.ts'
