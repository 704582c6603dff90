/** How one contestant of a board stands to each other: for two at a time, while the board is for all at once. */
import { z } from 'zod'
import { Cluster, View } from './board.ts'

/** The first board of a view since which every one declares an order of two contestants. */
export const DeclaredOrder = z.object({ votes: z.number().int(), at: z.string() })
export type DeclaredOrder = z.infer<typeof DeclaredOrder>

const Range = z.tuple([z.number(), z.number()])

export const Differences = z.object({
  arena: z.string(),
  view: View,
  votes: z.number().int().nonnegative(),
  contestant: z.string(),
  /** The spread was estimated without refitted rounds, since those would take long. */
  estimated: z.boolean(),
  /** How far from an even win rate does not matter: within it two are practically equal. */
  delta: z.number(),
  /**
   * What the contestant may be expected to keep on new prompts, where it is the highest rated: its rating is too high on
   * those that ranked it. Null for others, and where too little is known.
   */
  expect: z
    .object({
      /** What the new units are. */
      unit: Cluster,
      rating: z.number(),
      /** Rating expected on new units, and the 95 % interval. */
      expected: z.number(),
      interval: Range,
      /** Rating points by which `rating` is too high, expected. */
      optimism: z.number(),
      /** Against the average of the others that are rated, and the 95 % interval. */
      winRate: z.number(),
      winRateInterval: Range,
    })
    .nullable(),
  /** All others that are rated, sorted by name; none where the contestant itself is not. */
  others: z.array(
    z.object({
      name: z.string(),
      /** Rating points of the contestant over the other, with 95 % for this pair taken singly. */
      points: z.number(),
      interval: Range,
      /** Predicted win rate of the contestant over the other, with 95 %. */
      winRate: z.number(),
      winRateInterval: Range,
      /** That interval lies inside ½ ± delta: known to be equal for the purpose, which a dead heat is not. */
      practicallyEqual: z.boolean(),
      /**
       * The votes and time (ISO 8601) of the first board since which every one declares the order of these two. Null if the
       * board declares none, and on boards that no job keeps current.
       */
      declaredSince: DeclaredOrder.nullable(),
    }),
  ),
})
export type Differences = z.infer<typeof Differences>
