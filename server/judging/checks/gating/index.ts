/**
 * Gating checks: no judge is shown an answer that fails one. A pair with such an answer is recorded as a skipped
 * pair, once for each judge and criterion that would have judged it. `compare` counts skipped pairs.
 */
export { gatingStateOf, failingByRule } from './gating-state-of.ts'
export type { GatingState } from './gating-state-of.ts'
export {
  countSkippedPairs,
  totalSkippedPairs,
  replaceSkippedPairs,
  selectCountedSkips,
} from './skipped-pair-queries.ts'
