/** What a board rests on: reports beside it that declare nothing. Shares are 0 … 1, intervals 95 %. */
import { z } from 'zod'
import { Cluster, Fragility, View } from './board.ts'

const count = z.number().int().nonnegative()
const Range = z.tuple([z.number(), z.number()])

const Feature = z.enum(['length', 'headers', 'lists', 'bold'])

/** As `rate --style` reports it. */
const BoardStyle = z.object({
  /** Votes whose two answers are known, between contestants that these votes link both ways. */
  votes: count,
  /** Why there are no figures: then both lists are empty. */
  withheld: z
    .enum(['no_texts', 'few_texts', 'few_votes', 'too_long', 'no_estimate', 'extrapolates'])
    .nullable(),
  features: z.array(
    z.object({
      feature: Feature,
      /** Log odds that one standard deviation of difference adds. */
      beta: z.number(),
      interval: Range,
      /** Standard deviation of (a − b) / (a + b). */
      spread: z.number(),
      /** How often the one of two equals wins that has twice as much. */
      twice: z.object({ winRate: z.number(), interval: Range }),
    }),
  ),
  /** Features without an effect: never different, or not known. */
  notUsed: z.array(z.object({ feature: Feature, because: z.enum(['unknown', 'no_difference']) })),
  contestants: z.array(
    z.object({
      name: z.string(),
      /** From the same votes, without style. */
      rating: z.number(),
      plainInterval: Range.nullable(),
      /** At equal style; null where that would extrapolate. */
      controlled: z.number().nullable(),
      interval: Range.nullable(),
      /** Features in which fewer than 1 in 20 of its votes are on the other side of equality, or on it. */
      extrapolates: z.array(Feature),
    }),
  ),
})

export const BoardReports = z.object({
  arena: z.string(),
  view: View,
  /** Of a board powered by judges, people's. */
  votes: count,
  /** True for more than 300 contestants or 500,000 votes: the other reports are then null. */
  tooLarge: z.boolean(),
  /** What the intervals of the board resample. */
  cluster: Cluster,
  /** (Σm)² / Σm² of the votes m on each unit, of prompts and voters the smaller; null where each vote is a unit. */
  effectiveUnits: z.number().nullable(),
  /** How few votes hold the highest rated in its place; null where no such votes were found. */
  fragility: Fragility.nullable(),
  /** Whether one strength for each contestant explains the votes; null for fewer than two rated. */
  fit: z
    .object({
      chiSquare: z.number(),
      degreesOfFreedom: z.number().int(),
      /** From multiplier rounds. */
      p: z.number().nullable(),
      rounds: z.number().int(),
      /** The pairs that the model explains worst, the worst first: share of the first of the two, and what is expected. */
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
  /** Only of people's votes, from 50 votes on 10 effective units on; null where there are fewer, or none follows. */
  position: z
    .object({
      votes: count,
      /** η: log odds that standing on the left adds. */
      eta: z.number(),
      interval: Range,
      /** How often the left one of two equals wins. */
      leftWins: z.object({ winRate: z.number(), interval: Range }),
    })
    .nullable(),
  /** What the length and the Markdown of answers are worth, and ratings at equal style; null where `tooLarge` is true. */
  style: BoardStyle.nullable(),
  /** How often a contestant's other answers to a prompt change the outcome; null where `tooLarge` is true. */
  samples: z
    .object({
      /** Votes on pairs and prompts with votes both on equal answers and on different ones, and their prompts. */
      votes: count,
      prompts: count,
      /** How often two votes on the same pair and prompt disagree, on different answers and on equal ones. */
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
