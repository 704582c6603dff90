/**
 * Battles: one blind showing each of two answers to one prompt, under one criterion, to one voter. What is sent
 * holds the texts and nothing else; the ticket sent with it is the only right to vote on it.
 */
export { battleWithTicket } from './battle-with-ticket.ts'
export type { ShownBattle } from './queries.ts'
export { recordBattles } from './record-battles.ts'
export type { RecordedBattle } from './record-battles.ts'
export { battleRoutes } from './routes.ts'
export { criterionOf } from './issue-battle.ts'
export { showAnswer } from './show-answer.ts'
export { showPair } from './show-pair.ts'
export { voterFor, voterOf } from './voter.ts'
