/**
 * The statistics of Deadheat: pure functions on integers and typed arrays, which import nothing from outside this
 * folder, read no clock and draw no randomness but from a seed. README.md states the model and its sources.
 */
export { rate, rateCounted } from './rate.ts'
export { fromRating, toRating } from './rating.ts'
export { tally } from './tally.ts'
export type { Tally, UnitCells } from './tally.ts'
export { cellsOf } from './unit-cells.ts'
export { countsOf } from './counts.ts'
export type { Counts } from './counts.ts'
export { among, votesOf } from './points.ts'
export type { PairPoints, Selection } from './points.ts'
export { judgedBattles, overlapOf } from './judged-battles.ts'
export type { JudgedBattles, TwoSets } from './judged-battles.ts'
export { isStronglyConnected, largestComponent, strongComponents } from './connectivity.ts'
export { evidenceOf } from './evidence.ts'
export type { Evidence } from './evidence.ts'
export { fieldOf } from './field.ts'
export type { Field } from './field.ts'
export { fit } from './newton.ts'
export type { Fit } from './newton.ts'
export { information, modelVariance } from './information.ts'
export type { Information } from './information.ts'
export { gradient, logLikelihood, sigmoid } from './likelihood.ts'
export { resampler } from './resampling.ts'
export { alone, bootstrap, roundsOf } from './bootstrap.ts'
export type { Deviations, Rounds, RoundsTask, RunRounds } from './bootstrap.ts'
export {
  deviationOfDifference,
  deviationsOf,
  errorsOfMean,
  largestRatio,
  lowestEnds,
  quasiErrors,
  simultaneousFactor,
} from './scales.ts'
export { comparisonFreedom, inflation, marginalInterval } from './comparison.ts'
export { marginalHalves } from './marginal.ts'
export { comparisonIntervals } from './intervals.ts'
export type { Intervals } from './intervals.ts'
export { bootstrapSpread, sandwichSpread } from './spread.ts'
export type { Spread, SpreadAt } from './spread.ts'
export { classicIntervals } from './classic.ts'
export { declare, frontRunner, isAbove, rankIntervals, votesToSeparate } from './declare.ts'
export type { Challenger, Placed, Verdict } from './declare.ts'
export { placeUnbeaten, unbeatenWinner } from './unbeaten.ts'
export { ELO_K, onlineElo } from './elo.ts'
export {
  davidsonChances,
  davidsonInformation,
  davidsonLikelihood,
  fitDavidson,
  hasMaximum,
  outcomesAmong,
} from './davidson.ts'
export type { DavidsonFit, PairOutcomes } from './davidson.ts'
export { davidsonErrors } from './davidson-errors.ts'
export { confidenceSequence } from './confidence-sequence.ts'
export type { ConfidenceSequence } from './confidence-sequence.ts'
export { fragilityOf } from './fragility.ts'
export type { Fragility, VoteCell } from './fragility.ts'
export { fitCovariates } from './covariates.ts'
export type { CovariateFit } from './covariates.ts'
export type { CovariateVotes } from './covariate-votes.ts'
export { fitStyle, styleDifference, styleSpread } from './style.ts'
export type { StyleFit } from './style.ts'
export { clusteredMean, lengthControlled } from './win-rate.ts'
export type { ClusteredMean, LengthControlled, LengthScores } from './win-rate.ts'
export { headToHead } from './head-to-head.ts'
export type { HeadToHead } from './head-to-head.ts'
export { holm } from './holm.ts'
export { GATE_PRESETS, moreVotesFor, passGate } from './ship-gate.ts'
export type { Gate, GateEvidence, GateFinding, GatePreset, GateReason, GateVerdict } from './ship-gate.ts'
export { CHALLENGE_GATE, chanceOfAny, chanceOfPassing, passChallenge } from './challenge-gate.ts'
export type { ChallengeCounts, ChallengeFinding, ChallengeGate } from './challenge-gate.ts'
export { fisherTail, oddnessOf } from './voter-oddness.ts'
export type { Oddness, VoterVotes } from './voter-oddness.ts'
export { lackOfFit, quickLackOfFit } from './lack-of-fit.ts'
export type { FitRounds, LackOfFit } from './lack-of-fit.ts'
export { worstResiduals } from './residuals.ts'
export type { PairResidual } from './residuals.ts'
export { threeCycles } from './cycles.ts'
export type { ThreeCycle } from './cycles.ts'
export { stoppingByUnit } from './stopping-by-unit.ts'
export type { UnitStopping } from './stopping-by-unit.ts'
export { stoppingOf } from './stopping.ts'
export type { Stopping } from './stopping.ts'
export { boardCorrelation, disagreements } from './boards-apart.ts'
export type { Disagreement, DrawnBoard, RankCorrelation } from './boards-apart.ts'
export { covarianceError, sandwich } from './sandwich.ts'
export type { Covariance } from './sandwich.ts'
export { positionEffect } from './position.ts'
export type { OrderedPoints, PositionEffect } from './position.ts'
export { runToRun } from './retest.ts'
export type { RunToRun } from './retest.ts'
export { NORMAL_95 } from './comparison.ts'
export { agreementOf } from './agreement.ts'
export type { Agreement } from './agreement.ts'
export { changesAmong } from './drift.ts'
export type { Change, Period } from './drift.ts'
export { habitsOf, shareOf } from './judge-habits.ts'
export type { Habits, JudgedVotes, Preference, Share } from './judge-habits.ts'
export { kendallTauB } from './rank-correlation.ts'
export { DELTA, differenceOf, isPracticallyEqual } from './differences.ts'
export type { Difference } from './differences.ts'
export { measuredDifferences } from './measured-differences.ts'
export type { DifferencesFrom, MeasuredDifference } from './measured-differences.ts'
export { binomialTail, signTest } from './binomial.ts'
export { fisherExact } from './fisher-exact.ts'
export { normalQuantile } from './normal.ts'
export { planVotes } from './plan.ts'
export type { VotePlan } from './plan.ts'
export { evenness } from './evenness.ts'
export type { Evenness } from './evenness.ts'
export { wilsonInterval } from './wilson.ts'
export { logStudentTail, normalTail, studentQuantile } from './student-t.ts'
export { exceeded, quantile } from './quantile.ts'
export { RandomStream } from './random.ts'
export { drawGammas, gamma, gammaCells } from './gamma.ts'
export type { GammaCells } from './gamma.ts'
export { BOTH_BAD, LEFT, RIGHT, TIE } from './types.ts'
export type {
  ContestantStatus,
  Interval,
  ProvisionalReason,
  Rated,
  RateOptions,
  Standing,
  VoteColumns,
} from './types.ts'
