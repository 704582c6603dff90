/**
 * Labelling: the blind queue in which people vote on pairs that judges have judged. Pairs are drawn evenly, whatever
 * the verdicts. Choosing pairs on which judges disagree would make every judge look worse than it is.
 */
export { issueLabellingBattle } from './issue-labelling-battle.ts'
export { arenaOfLink, labellingLink, labellingLinks, withdrawLabellingLink } from './labelling-link.ts'
