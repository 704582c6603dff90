/** The ratings of a view over time. */
import { z } from 'zod'
import { View } from './board.ts'

/** The ratings of one stored board. */
export const HistoryPoint = z.object({
  /** When the board was computed, ISO 8601; if it was counted later, the end of the last day whose votes it counts. */
  at: z.string(),
  /** Whether the board was computed after that day, from the times at which votes were cast. */
  countedLater: z.boolean(),
  votes: z.number().int(),
  winner: z.string().nullable(),
  deadHeatForFirst: z.array(z.string()),
  /** The rated contestants of that board with their comparison intervals. Null is an open end, or no interval. */
  ratings: z.array(
    z.object({
      name: z.string(),
      rating: z.number(),
      low: z.number().nullable(),
      high: z.number().nullable(),
    }),
  ),
})
export type HistoryPoint = z.infer<typeof HistoryPoint>

export const CountedLater = z.object({ counted: z.number().int(), of: z.number().int() })
export type CountedLater = z.infer<typeof CountedLater>

export const History = z.object({
  arena: z.string(),
  view: View,
  /** Oldest first, without previews. */
  points: z.array(HistoryPoint),
  /** How many boards of days before the first stored board are planned, and how many of them are counted by now. */
  countedLater: CountedLater,
})
export type History = z.infer<typeof History>
