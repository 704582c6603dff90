/** Who beat whom how often: the head-to-head record of the pairs of a view. */
import { z } from 'zod'
import { View } from './board.ts'

const Count = z.number().int().nonnegative()

/** One pair that met. Contestants are places in `contestants`, a < b; wins are those of a, losses its losses to b. */
export const PairRecord = z.object({
  a: Count,
  b: Count,
  wins: Count,
  losses: Count,
  /** Votes without a winner. */
  ties: Count,
  /** How many of the ties called both bad. */
  bothBad: Count,
  /** Wilson's 95 % interval of a's wins among wins and losses, 0 … 1; null without any. */
  interval: z.tuple([z.number(), z.number()]).nullable(),
})
export type PairRecord = z.infer<typeof PairRecord>

export const HeadToHead = z.object({
  arena: z.string(),
  view: View,
  votes: Count,
  /** All contestants of the arena, sorted by name. */
  contestants: z.array(z.string()),
  /** Pairs that never met are not listed. */
  pairs: z.array(PairRecord),
})
export type HeadToHead = z.infer<typeof HeadToHead>
