/** Estimates what a run will do and cost before it starts. */
export { drawnRank, remainingForPair } from './remaining-for-pair.ts'
export type { RemainingForPair, PairRequest } from './remaining-for-pair.ts'
export { costOfVotes } from './cost-of-votes.ts'
export type { VotesCost } from './cost-of-votes.ts'
export { estimateArena } from './estimate-arena.ts'
export { estimateRun } from './estimate-run.ts'
export type { RunAnswer, RunCheck, RunEstimate, RunPrompt, RunToEstimate } from './estimate-run.ts'
