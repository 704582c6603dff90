/**
 * Checks: pass or fail for one answer, for what a rule can settle. They are gates shown beside a rating and never part
 * of one. A check that cannot be made neither passes nor fails, and says why.
 */
export type { CheckedAnswer, CheckedPrompt, CheckResult, LlmCheck, RuleCheck } from './check.ts'
export { checkFaults } from './check-faults.ts'
export { composeCheck, missingInputOf, readCheck } from './llm-check.ts'
export { passRateOf } from './pass-rate.ts'
export type { PassRate } from './pass-rate.ts'
export { runCheck } from './run-check.ts'
