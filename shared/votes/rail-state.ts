import type { Comparison, GuardRail } from '../contracts/comparison.ts'

/**
 * `behind`: less than half of a category's votes, but the loss is not significant. `few`: so few votes that even all of
 * them lost would not be significant.
 */
export type RailState = 'holds' | 'behind' | 'few' | 'broken'

const USUAL_ALPHA = 0.05

/** What is known of a guardrail. Only one that is broken stops the gate. */
export function railState(rail: GuardRail, { gate }: Pick<Comparison, 'gate'>): RailState {
  if (!rail.holds) return 'broken'
  if (rail.rail !== 'category') return 'holds'
  // the smallest p of a two-sided sign test
  if (2 ** (1 - rail.votes) > (gate.alpha ?? USUAL_ALPHA)) return 'few'
  return rail.winRate < 0.5 ? 'behind' : 'holds'
}
