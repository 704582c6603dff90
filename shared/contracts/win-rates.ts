/**
 * Win rates of all contestants against one reference, from the votes on these pairs alone. Shares are 0 … 1,
 * intervals 95 %.
 */
import { z } from 'zod'
import { View } from './board.ts'

const count = z.number().int().nonnegative()
const Range = z.tuple([z.number(), z.number()])

export const WinRateAgainst = z.object({
  name: z.string(),
  slug: z.string(),
  votes: count,
  wins: count,
  losses: count,
  ties: count,
  /**
   * (wins + ties/2) / votes, with its standard error clustered by prompt. The error is null for fewer than two
   * prompts.
   */
  winRate: z.number(),
  standardError: z.number().nullable(),
  interval: Range.nullable(),
  /** Wilson's interval of wins/(wins + losses). Null without decisive votes. */
  wilson: Range.nullable(),
  /**
   * The win rate if its answers were as long as the reference's. Null if too few lengths are known, or there is no
   * estimate.
   */
  lengthControlled: z
    .object({
      votes: count,
      winRate: z.number(),
      standardError: z.number(),
      interval: Range.nullable(),
      /** The win rate of the same votes without control of the length. */
      plain: z.number(),
    })
    .nullable(),
  /** Its rating on the board of the same view. Null if it is not rated. */
  rating: z.number().nullable(),
  rank: z.number().int().nullable(),
})
export type WinRateAgainst = z.infer<typeof WinRateAgainst>

export const WinRates = z.object({
  arena: z.string(),
  view: View,
  /**
   * The reference, and how it was chosen: by request, by the plan, or as the one that met most others. Null if
   * nobody met.
   */
  baseline: z
    .object({ name: z.string(), slug: z.string(), chosenBy: z.enum(['request', 'plan', 'most_met']) })
    .nullable(),
  /** The votes on the reference and another contestant. */
  votes: count,
  /** Highest win rate first, without contestants that never met the reference. */
  contestants: z.array(WinRateAgainst),
  /** The names of contestants without votes against the reference. */
  notMet: z.array(z.string()),
})
export type WinRates = z.infer<typeof WinRates>
