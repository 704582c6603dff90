/** Win rates of all against one fixed reference, from the votes on each and it alone. Shares are 0 … 1, intervals 95 %. */
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
  /** (wins + ties/2) / votes, with its standard error clustered by prompt; null from fewer than two. */
  winRate: z.number(),
  standardError: z.number().nullable(),
  interval: Range.nullable(),
  /** Wilson's, of wins/(wins + losses); null where nothing is decisive. */
  wilson: Range.nullable(),
  /** What it would win with answers as long as the reference's; null where too few lengths are known, or none follows. */
  lengthControlled: z
    .object({
      votes: count,
      winRate: z.number(),
      standardError: z.number(),
      interval: Range.nullable(),
      /** The win rate of the same votes with lengths as they are. */
      plain: z.number(),
    })
    .nullable(),
  /** On the board of the same view; null where it is not rated. */
  rating: z.number().nullable(),
  rank: z.number().int().nullable(),
})
export type WinRateAgainst = z.infer<typeof WinRateAgainst>

export const WinRates = z.object({
  arena: z.string(),
  view: View,
  /** The reference, and why it is the one: asked for, the plan's, or who met most others. Null where nobody met. */
  baseline: z
    .object({ name: z.string(), slug: z.string(), chosenBy: z.enum(['request', 'plan', 'most_met']) })
    .nullable(),
  /** On the reference and another. */
  votes: count,
  /** Highest win rate first; who never met the reference is not among them. */
  contestants: z.array(WinRateAgainst),
  /** Names of contestants without votes against the reference. */
  notMet: z.array(z.string()),
})
export type WinRates = z.infer<typeof WinRates>
