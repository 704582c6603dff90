/**
 * Challenge: the gold triad. A judge sees reference, incumbent's and challenger's answer and says which is closer; a gate
 * promotes the challenger.
 *
 * Always holds: the log is append-only, and who is the incumbent follows from it alone; within an epoch judge, rubric,
 * references and hold-out are the same; the same attempt is entered once; nothing here is a vote.
 */
export { challenge } from './challenge.ts'
export type { Challenged, ChallengeRequest } from './challenge.ts'
export { climbOf } from './climb-of.ts'
export { climbRoutes } from './routes.ts'
export { ChallengeStopped } from './examine.ts'
export type { Work } from './examine.ts'
