/**
 * Verdicts: what a judge said. A verdict is read only from its field or its marked line. The two orders of a
 * judgement are merged into one outcome. A reply that cannot be read is no vote.
 */
export { readMarks, verdictLines } from './marks.ts'
export type { Mark, Marks } from './marks.ts'
export { mergeOrders } from './merge-orders.ts'
export type { Comparison } from './merge-orders.ts'
export { readVerdicts } from './read-verdicts.ts'
export type { ExpectedReply } from './read-verdicts.ts'
export { withProbabilities } from './verdict-probabilities.ts'
export { weighOrders } from './weigh-orders.ts'
export { withoutThinking, wholeObject } from './reply-text.ts'
