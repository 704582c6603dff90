/**
 * Repeated judging: by the same judge again, and by another judge. Shares are 0 … 1, intervals 95 %; null means
 * "none".
 */
import { z } from 'zod'
import { AgreementFigures, Share } from './judges.ts'

const count = z.number().int().min(0)
const Range = z.tuple([z.number(), z.number()])
const Two = z.tuple([z.number(), z.number()])

/** What changes if a judge is asked the same again. */
export const RunToRun = z.object({
  judge: z.string(),
  version: z.number().int(),
  criterion: z.string(),
  /** The highest number of times that a pair was judged. */
  runs: count,
  /** Pairs of answers judged at least twice. */
  pairs: count,
  /** Each further run compared with the first: won, lost and tied as three classes. */
  again: AgreementFigures,
  /** Pairs on which all runs agreed. */
  unanimous: Share,
  /** Variance of the scores (1, ½, 0) of one pair between runs, variance of all scores, and their ratio. */
  variance: z.object({ betweenRuns: z.number(), total: z.number(), share: z.number().nullable() }),
  /** The win rates of each contestant, by run, over the pairs that were judged in all runs. */
  winRates: z.array(
    z.object({
      contestant: z.string(),
      /** The votes in each run. */
      votes: count,
      byRun: z.array(z.number()),
      /** The standard deviation of these win rates. */
      deviation: z.number(),
    }),
  ),
})
export type RunToRun = z.infer<typeof RunToRun>

/** The results of a contestant with one judge and with the other, over the pairs that both judged. */
export const SwappedContestant = z.object({
  contestant: z.string(),
  votes: count,
  /** (wins + ties/2) / votes, and the second minus the first. */
  winRates: Two,
  winRateShift: z.number(),
  winRateInterval: Range.nullable(),
  /** On the chess scale; the average of the contestants that both rate is 1000. Null if one judge does not rate it. */
  ratings: Two.nullable(),
  ratingShift: z.number().nullable(),
  ratingInterval: Range.nullable(),
  /** Among the contestants that both rate. */
  ranks: Two.nullable(),
})
export type SwappedContestant = z.infer<typeof SwappedContestant>

/** What changes if one judge replaces another. */
export const JudgeSwap = z.object({
  judges: z.tuple([z.string(), z.string()]),
  criterion: z.string(),
  /** Pairs of answers that both judged. */
  pairs: count,
  prompts: count,
  /** Won, lost and tied as three classes; and only the pairs where both name a winner. */
  agreement: AgreementFigures,
  decisive: AgreementFigures,
  contestants: z.array(SwappedContestant),
  /** How many of the contestants that both rate change their rank. */
  ranksChanged: count,
  ranked: count,
  /** Kendall's τ-b of the two lists of ratings. */
  tau: z.number().nullable(),
})
export type JudgeSwap = z.infer<typeof JudgeSwap>

export const RetestReport = z.object({
  arena: z.string(),
  repeats: z.array(RunToRun),
  swaps: z.array(JudgeSwap),
})
export type RetestReport = z.infer<typeof RetestReport>
