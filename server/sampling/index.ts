/**
 * Sampling: which two contestants meet on which prompt. A pair is drawn uniformly from the pairs of active
 * contestants that share a prompt this voter has not yet seen them on. Then a prompt is drawn uniformly from those
 * prompts, the sides by coin, and one answer of each contestant uniformly from all combinations. Identical texts
 * never meet. Earlier votes do not influence the draw, so every pair is met equally often. With `sampling: focus`,
 * half of the pairs are drawn among the contestants that may still be first. Each battle then carries the probability
 * with which its pair was drawn.
 */
export { countPairs, drawContestants, drawBattle, drawPairs, isInPool } from './draw-battle.ts'
export { pairKey } from './sample-pair.ts'
export type { Draw } from './sample-pair.ts'
