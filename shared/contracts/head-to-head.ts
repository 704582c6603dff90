/** The head-to-head record of a view: how often each contestant beat each other one. */
import { z } from 'zod'
import { View } from './board.ts'

const Count = z.number().int().nonnegative()

/** One pair that met. `a` and `b` are positions in `contestants`, a < b. Wins are a's wins; losses are b's wins. */
export const PairRecord = z.object({
  a: Count,
  b: Count,
  wins: Count,
  losses: Count,
  /** Votes without a winner. */
  ties: Count,
  /** How many of the ties called both bad. */
  bothBad: Count,
  /** Wilson's 95 % interval of a's wins / (wins + losses), 0 … 1. Null without decisive votes. */
  interval: z.tuple([z.number(), z.number()]).nullable(),
})
export type PairRecord = z.infer<typeof PairRecord>

export const HeadToHead = z.object({
  arena: z.string(),
  view: View,
  votes: Count,
  /** All contestants of the arena, sorted by name. */
  contestants: z.array(z.string()),
  /** Only pairs that met. */
  pairs: z.array(PairRecord),
})
export type HeadToHead = z.infer<typeof HeadToHead>
