/**
 * A battle shows two answers to one prompt, blind, under one criterion, to one voter. The response holds the texts and
 * nothing else. The ticket sent with it is the only right to vote on the battle.
 */
export { battleWithTicket } from './ticket.ts'
export { withPrivateArena, battleRoutes, firstPair } from './routes.ts'
export { requireProof } from './puzzle.ts'
export { chooseCriterion, issued, showAnswer, recordShownBattle, addProofOfWork } from './issue-battle.ts'
export { renameVoter, recordBattles, recordBattlesFromTable, runsWebAnswers } from './record-battles.ts'
export type { RecordedBattle, NamedBattle } from './record-battles.ts'
