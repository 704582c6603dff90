/**
 * A battle shows two answers to one prompt, blind, under one criterion, to one voter. The response holds the texts and
 * nothing else. The ticket sent with it is the only right to vote on the battle.
 */
export { battleWithTicket } from './battle-with-ticket.ts'
export { withPrivateArena } from './about-private.ts'
export { requireProof } from './puzzle.ts'
export { battleRoutes } from './routes.ts'
export { criterionOf } from './issue-battle.ts'
export { showAnswer } from './show-answer.ts'
export { showPair } from './show-pair.ts'
export { renameVoter } from './erasure-queries.ts'
export { recordBattles, recordBattlesFrom } from './queries.ts'
export type { RecordedBattle, ShownBattle } from './queries.ts'
