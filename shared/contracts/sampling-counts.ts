/** How evenly the pairs of a view were drawn. */
import { z } from 'zod'
import { View } from './board.ts'

const Count = z.number().int().nonnegative()

export const SamplingCounts = z.object({
  arena: z.string(),
  view: View,
  /** Sorted by name: those with votes in the view that are not retired. Only pairs of these are looked at. */
  contestants: z.array(z.string()),
  /** Votes on these pairs. */
  votes: Count,
  /** How many of these pairs have how many votes, by votes. */
  byVotes: z.array(z.object({ votes: Count, pairs: Count })),
  /** Every such pair, met or not; left out where it was not asked for. Contestants are places in `contestants`, a < b. */
  pairs: z
    .array(
      z.object({
        a: Count,
        b: Count,
        votes: Count,
        /** Votes divided by those an even draw would give. */
        ofExpected: z.number().nullable(),
      }),
    )
    .optional(),
  /** Null without a vote or with fewer than two pairs. */
  evenness: z
    .object({
      /** Votes on each pair if they lay evenly. */
      expected: z.number(),
      /** Pearson's, against even counts. */
      chiSquare: z.number(),
      degreesOfFreedom: Count,
      /** Where the count of a single pair lies in at least 95 % of even draws, inclusive; and how many pairs are not there. */
      low: Count,
      high: Count,
      outside: Count,
    })
    .nullable(),
})
export type SamplingCounts = z.infer<typeof SamplingCounts>
