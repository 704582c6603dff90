/**
 * Pure functions of votes and numbers, without any package. They read no clock, and draw random numbers only from a
 * seed. `rateVotes` takes votes with names; the others take numbers and typed arrays.
 */
// README.md describes the model and its sources. The rest of this repository imports internal.ts.

// A board: from votes to ratings, intervals and the decision about first place.
export { rateVotes } from './rate-votes.ts'
export type { NamedVote, RatedContestant, RatedVotes, RateVotesOptions } from './rate-votes.ts'
export { rate } from './rate.ts'
export type { ContestantStatus, Interval, ProvisionalReason, Rated, RateOptions, Standing } from './types.ts'
export { BOTH_BAD, LEFT, RIGHT, TIE } from './vote-columns.ts'
export type { VoteColumns } from './vote-columns.ts'
export { fromRating, toRating } from './rating.ts'

// Two contestants.
export { headToHead } from './head-to-head.ts'
export type { HeadToHead } from './head-to-head.ts'
export { confidenceSequence } from './confidence-sequence.ts'
export type { ConfidenceSequence } from './confidence-sequence.ts'
export { planVotes } from './plan.ts'
export type { VotePlan } from './plan.ts'
export { signTest } from './binomial.ts'
export { wilsonInterval } from './wilson.ts'

// Raters, boards and several tests.
export { agreementOf } from './agreement.ts'
export type { Agreement } from './agreement.ts'
export { kendallTauB } from './rank-correlation.ts'
export { holm } from './holm.ts'
