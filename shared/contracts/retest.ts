/** Judges tested again: by themselves, and by one another. Shares are 0 … 1, intervals 95 %; null is "none". */
import { z } from 'zod'
import { AgreementFigures, Share } from './judges.ts'

const count = z.number().int().min(0)
const Range = z.tuple([z.number(), z.number()])
const Two = z.tuple([z.number(), z.number()])

/** What moves when a judge is asked the same again. */
export const RunToRun = z.object({
  judge: z.string(),
  version: z.number().int(),
  criterion: z.string(),
  /** So often the pairs were examined at most. */
  runs: count,
  /** Pairs of answers examined twice or more. */
  pairs: count,
  /** Each further run against the first: won, lost and tied as three classes. */
  again: AgreementFigures,
  /** Pairs on which all runs said the same. */
  unanimous: Share,
  /** Variance of the scores (1, ½, 0) of one pair between runs, of all scores, and the one by the other. */
  variance: z.object({ betweenRuns: z.number(), total: z.number(), share: z.number().nullable() }),
  /** Each contestant's win rate over the pairs that were examined in all runs, run by run. */
  winRates: z.array(
    z.object({
      contestant: z.string(),
      /** In each run. */
      votes: count,
      byRun: z.array(z.number()),
      /** Standard deviation of these. */
      deviation: z.number(),
    }),
  ),
})
export type RunToRun = z.infer<typeof RunToRun>

/** How a contestant stands with the one judge and with the other, over the pairs that both judged. */
export const SwappedContestant = z.object({
  contestant: z.string(),
  votes: count,
  /** (wins + ties/2) / votes, and the second less the first. */
  winRates: Two,
  winRateShift: z.number(),
  winRateInterval: Range.nullable(),
  /** On the chess scale, 1000 being the average of those rated by both; null where one of them rates it not. */
  ratings: Two.nullable(),
  ratingShift: z.number().nullable(),
  ratingInterval: Range.nullable(),
  /** Among those rated by both. */
  ranks: Two.nullable(),
})
export type SwappedContestant = z.infer<typeof SwappedContestant>

/** What moves when one judge takes the place of another. */
export const JudgeSwap = z.object({
  judges: z.tuple([z.string(), z.string()]),
  criterion: z.string(),
  /** Pairs of answers that both judged. */
  pairs: count,
  prompts: count,
  /** Won, lost and tied as three classes; and where both name a winner. */
  agreement: AgreementFigures,
  decisive: AgreementFigures,
  contestants: z.array(SwappedContestant),
  /** Contestants whose rank changes, of those that both rate. */
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
