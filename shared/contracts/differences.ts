/**
 * How one contestant of a board compares with each other one, taking each pair alone. The board compares all at
 * once.
 */
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
  /** Whether the spread was estimated without refitted rounds, which would take long. */
  estimated: z.boolean(),
  /** How far from an even win rate a difference does not matter. Two contestants within it are practically equal. */
  delta: z.number(),
  /**
   * The rating that the highest rated contestant is expected to keep on new prompts. Its rating is too high on the
   * prompts that ranked it. Null for all others, and if too little is known.
   */
  expect: z
    .object({
      /** The kind of the new units. */
      unit: Cluster,
      rating: z.number(),
      /** The rating expected on new units, and its 95 % interval. */
      expected: z.number(),
      interval: Range,
      /** By how many rating points `rating` is expected to be too high. */
      optimism: z.number(),
      /** The expected win rate against the average of the other rated contestants, and its 95 % interval. */
      winRate: z.number(),
      winRateInterval: Range,
    })
    .nullable(),
  /** All other rated contestants, sorted by name. Empty if the contestant itself is not rated. */
  others: z.array(
    z.object({
      name: z.string(),
      /** The contestant's rating minus the other's, with the 95 % interval for this pair alone. */
      points: z.number(),
      interval: Range,
      /** The predicted win rate of the contestant against the other, with its 95 % interval. */
      winRate: z.number(),
      winRateInterval: Range,
      /**
       * Whether that interval lies within ½ ± delta. The two are then known to be equal for the purpose; a dead
       * heat says less.
       */
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
