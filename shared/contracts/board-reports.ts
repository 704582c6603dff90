/** Reports beside a board. They declare no winner. Shares are 0 … 1, intervals 95 %. */
import { z } from 'zod'
import { Cluster, Fragility, View } from './board.ts'

const count = z.number().int().nonnegative()
const Range = z.tuple([z.number(), z.number()])

const Feature = z.enum(['length', 'headers', 'lists', 'bold'])

/** The report of `rate --style`. */
const BoardStyle = z.object({
  /** Votes with both answers known, between contestants that these votes link in both directions. */
  votes: count,
  /** Why there are no figures. Both lists are then empty. */
  withheld: z
    .enum(['no_texts', 'few_texts', 'few_votes', 'too_long', 'no_estimate', 'extrapolates'])
    .nullable(),
  features: z.array(
    z.object({
      feature: Feature,
      /** Log odds for one standard deviation of difference. */
      beta: z.number(),
      interval: Range,
      /** Standard deviation of (a − b) / (a + b). */
      spread: z.number(),
      /** How often the answer with twice as much wins against an equally good one. */
      twice: z.object({ winRate: z.number(), interval: Range }),
    }),
  ),
  /** Features that were left out: no pair of answers differs in them, or they are not known. */
  notUsed: z.array(z.object({ feature: Feature, because: z.enum(['unknown', 'no_difference']) })),
  contestants: z.array(
    z.object({
      name: z.string(),
      /** From the same votes, without style control. */
      rating: z.number(),
      plainInterval: Range.nullable(),
      /** The rating at equal style. Null if it would have to be extrapolated. */
      controlled: z.number().nullable(),
      interval: Range.nullable(),
      /** Features in which fewer than 1 in 20 of its votes lie on the other side of equality, or on equality. */
      extrapolates: z.array(Feature),
    }),
  ),
})

export const BoardReports = z.object({
  arena: z.string(),
  view: View,
  /** On a board powered by judges: the votes of people. */
  votes: count,
  /** True above 300 contestants or 500,000 votes. The other reports are then null. */
  tooLarge: z.boolean(),
  /** The units that the board's intervals resample. */
  cluster: Cluster,
  /**
   * (Σm)² / Σm² over the votes m of each unit. Of prompts and voters the smaller value; null if each vote is a
   * unit.
   */
  effectiveUnits: z.number().nullable(),
  /** How few votes keep the highest rated contestant first. Null if no such votes were found. */
  fragility: Fragility.nullable(),
  /** Whether one strength for each contestant explains the votes. Null for fewer than two rated contestants. */
  fit: z
    .object({
      chiSquare: z.number(),
      degreesOfFreedom: z.number().int(),
      /** From multiplier rounds. */
      p: z.number().nullable(),
      rounds: z.number().int(),
      /**
       * The pairs that the model explains worst, the worst first: the share of the first contestant, and the
       * expected share.
       */
      residuals: z.array(
        z.object({
          contestants: z.tuple([z.string(), z.string()]),
          votes: z.number(),
          share: z.number(),
          expected: z.number(),
          z: z.number(),
        }),
      ),
      /** How many cycles of three contestants have three significant win rates. */
      cycles: count,
    })
    .nullable(),
  /**
   * Only for votes of people, from 50 votes and 10 effective units on. Null if there are fewer, or no estimate
   * exists.
   */
  position: z
    .object({
      votes: count,
      /** η: the log odds that standing on the left adds. */
      eta: z.number(),
      interval: Range,
      /** How often the left one of two equal answers wins. */
      leftWins: z.object({ winRate: z.number(), interval: Range }),
    })
    .nullable(),
  /** The effect of the length and Markdown of answers, and ratings at equal style. Null if `tooLarge` is true. */
  style: BoardStyle.nullable(),
  /** How often another answer of a contestant to a prompt changes the outcome. Null if `tooLarge` is true. */
  samples: z
    .object({
      /**
       * Votes on pairs and prompts that have votes on the same answers and votes on different answers, and their
       * prompts.
       */
      votes: count,
      prompts: count,
      /**
       * How often two votes on the same pair and prompt disagree: if they are on different answers, and if on the
       * same ones.
       */
      different: z.number().nullable(),
      equal: z.number().nullable(),
      /** `different` − `equal`. */
      share: z.number().nullable(),
      interval: Range.nullable(),
      /** Why there are no figures. */
      reason: z.enum(['no_samples', 'few_prompts', 'few_votes', 'no_spread']).nullable(),
    })
    .nullable(),
})
export type BoardReports = z.infer<typeof BoardReports>
