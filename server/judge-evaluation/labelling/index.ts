/**
 * Calibration: the blind queue from which people vote on pairs that judges have judged. Pairs are drawn evenly among
 * those judged, never by what was said of them: to pick those on which judges disagree would make every judge look
 * worse than it is.
 */
export { issueLabellingBattle } from './issue-labelling-battle.ts'
export { arenaOfLink, labellingLink, labellingLinks, withdrawLabellingLink } from './labelling-link.ts'
