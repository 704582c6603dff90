/**
 * Sampling: which two contestants meet on which prompt. Uniform over the pairs of active contestants that share
 * a prompt this voter has not yet seen them on, then uniform over those prompts, sides by coin, and then uniform over
 * the combinations of one answer of each. Identical texts never meet. Earlier votes do not influence the draw, so every pair is met equally often.
 *
 * With `sampling: focus`, half of the pairs are drawn among the contestants that may still be first. Each battle then
 * carries the probability with which its pair was drawn.
 */
export { drawBattle } from './draw-battle.ts'
export type { Draw } from './sample-pair.ts'
export { contendersOf } from './contenders.ts'
export { FOCUS_SHARE, focusProbability } from './focus.ts'
