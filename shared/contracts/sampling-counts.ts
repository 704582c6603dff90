/** How evenly the pairs of a view were drawn. */
import { z } from 'zod'
import { View } from './board.ts'

const Count = z.number().int().nonnegative()

export const SamplingCounts = z.object({
  arena: z.string(),
  view: View,
  /** The contestants with votes in the view that are not retired, sorted by name. Only pairs of these are counted. */
  contestants: z.array(z.string()),
  /** Votes on these pairs. */
  votes: Count,
  /** How many pairs have each number of votes. */
  byVotes: z.array(z.object({ votes: Count, pairs: Count })),
  /** Every such pair, met or not, if requested. `a` and `b` are positions in `contestants`, a < b. */
  pairs: z
    .array(
      z.object({
        a: Count,
        b: Count,
        votes: Count,
        /** Its votes divided by the votes of an even draw. */
        ofExpected: z.number().nullable(),
      }),
    )
    .optional(),
  /** Null without a vote or with fewer than two pairs. */
  evenness: z
    .object({
      /** The votes of each pair if they were spread evenly. */
      expected: z.number(),
      /** Pearson's χ² against even counts. */
      chiSquare: z.number(),
      degreesOfFreedom: Count,
      /**
       * The range that holds the count of a single pair in at least 95 % of even draws, ends included; and how many
       * pairs lie outside.
       */
      low: Count,
      high: Count,
      outside: Count,
    })
    .nullable(),
})
export type SamplingCounts = z.infer<typeof SamplingCounts>
