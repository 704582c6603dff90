/**
 * Required checks: an answer that fails one is shown to no judge. What judges are not shown is not forgotten: a pair
 * that a plan comes to and in which an answer failed is put down as left out, once for each judge and criterion that it
 * would have had, and `compare` counts it.
 */
export { gatingStateOf } from './gating-state-of.ts'
export type { GatingState } from './gating-state-of.ts'
export {
  countSkippedPairs,
  totalSkippedPairs,
  replaceSkippedPairs,
  selectCountedSkips,
} from './skipped-pair-queries.ts'
export { failingByRule } from './failing-by-rule.ts'
