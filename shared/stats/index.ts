/**
 * Pure functions of votes and numbers, without any package. They read no clock, and draw random numbers only from a
 * seed. `rateVotes` takes votes with names; the others take numbers and typed arrays.
 */
// README.md describes the model and its sources. The rest of this repository imports the files themselves.

// A board: from votes to ratings, intervals and the decision about first place.
export { rateVotes } from './board/rate-votes.ts'
export type { NamedVote, RatedContestant, RatedVotes, RateVotesOptions } from './board/rate-votes.ts'
export { rateBoard } from './board/rate-board.ts'
export type { RateBoardOptions, RatedBoard } from './board/rate-board.ts'
export { deadHeat, predictWinRate, standings } from './board/standings.ts'
export type { PredictedWinRate, Standing } from './board/standings.ts'
export type { UnratedReason } from './board/who-is-rated.ts'
export { BOTH_BAD, LEFT, RIGHT, TIE } from './fit/votes.ts'
export type { Votes } from './fit/votes.ts'
export { fromRating, toRating } from './fit/likelihood.ts'

// Two contestants.
export { headToHead } from './compare/head-to-head.ts'
export type { HeadToHead } from './compare/head-to-head.ts'
export { planVotes } from './plan/plan.ts'
export type { VotePlan } from './plan/plan.ts'
export { signTest, wilsonInterval, holm } from './numbers/distributions.ts'

// Raters, boards and several tests.
export { tallyAgreement } from './judges/agreement.ts'
export type { Agreement } from './judges/agreement.ts'
export { kendallTauB } from './compare/rank-correlation.ts'
