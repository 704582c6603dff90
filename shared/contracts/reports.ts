/** Reports beside a board. They declare no winner. Shares are 0 … 1, intervals 95 %. */
import { z } from 'zod'
import { count, integerSchema, Interval, Place } from './pieces.ts'
import { BoardState, View } from './board-parts.ts'
import { Cluster } from './board.ts'

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
      /** The 95 % interval of the log odds for one standard deviation of difference. */
      interval: Interval,
      /** Standard deviation of (a − b) / (a + b). */
      spread: z.number(),
      /** How often the answer with twice as much wins against an equally good one. */
      twice: z.object({ winRate: z.number(), interval: Interval }),
    }),
  ),
  /** Features that were left out: no pair of answers differs in them, or they are not known. */
  notUsed: z.array(z.object({ feature: Feature, because: z.enum(['unknown', 'no_difference']) })),
  contestants: z.array(
    z.object({
      name: z.string(),
      /** From the same votes, without style control. */
      rating: z.number(),
      /** The rating at equal style. Null if it would have to be extrapolated. */
      controlled: z.number().nullable(),
      interval: Interval.nullable(),
      /** Features in which fewer than 1 in 20 of its votes lie on the other side of equality, or on equality. */
      extrapolates: z.array(Feature),
    }),
  ),
})

/** What the ingredients of contestants are worth: `factors` of arena.yaml, or the file of `rate --factors`. */
export const Ingredients = z.object({
  /** In English: "Keep warm (+46 to +88 points). Steps: no difference found." */
  sentence: z.string(),
  /** Votes between contestants whose every ingredient is known. */
  votes: count,
  /** Why there are no figures. */
  withheld: z.enum(['nothing_to_compare', 'no_estimate']).nullable(),
  /** Each two levels of an ingredient, all else equal. Each interval holds by itself at 95 %. */
  effects: z.array(
    z.object({
      factor: z.string(),
      level: z.string(),
      than: z.string(),
      /** The rating points that `level` adds compared with `than`. */
      points: z.number().nullable(),
      interval: Interval.nullable(),
      /** Whether the interval is clear of 0. */
      shown: z.boolean(),
      /** Why nothing is known. `confounded`: these contestants cannot tell it from other ingredients. `few_votes`: no contestant with a level has enough votes. */
      because: z.enum(['confounded', 'few_votes']).nullable(),
    }),
  ),
  /** How many contestants there are beyond those that the ingredients need. Without one, no `rest` is known. */
  spare: count,
  /** In the order of the design. */
  contestants: z.array(
    z.object({
      name: z.string(),
      factors: z.record(z.string(), z.string()),
      /** The points above what its ingredients say, fitted on all others. The intervals hold together at 95 %. */
      rest: z.object({ points: z.number(), interval: Interval, shown: z.boolean() }).nullable(),
    }),
  ),
})
export type Ingredients = z.infer<typeof Ingredients>

/** Every report of a board by its name. Each has its view in shared/finish/beside-board.ts, in the order in which they are shown. */
export const BOARD_REPORTS = {
  /** Whether one strength for each contestant explains the votes. Null for fewer than two rated contestants. */
  fit: z
    .object({
      chiSquare: z.number(),
      degreesOfFreedom: integerSchema,
      /** From multiplier rounds. */
      p: z.number().nullable(),
      rounds: integerSchema,
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
      interval: Interval,
      /** How often the left one of two equal answers wins. */
      leftWins: z.object({ winRate: z.number(), interval: Interval }),
    })
    .nullable(),
  /** The effect of the length and Markdown of answers, and ratings at equal style. Null if `tooLarge` is true. */
  style: BoardStyle.nullable(),
  /** Null if `tooLarge` is true, or if no contestant has `factors`. */
  ingredients: Ingredients.nullable(),
}

export const BoardReports = z.object({
  arena: z.string(),
  view: View,
  votes: count,
  /** True above 300 contestants or 500,000 votes. The other reports are then null. */
  tooLarge: z.boolean(),
  /** The units that the board's intervals resample. */
  cluster: Cluster,
  /** Their number, only where they are groups of prompts. */
  groups: count.optional(),
  /**
   * (Σm)² / Σm² over the votes m of each unit. Of prompts and voters the smaller value; null if each vote is a
   * unit.
   */
  effectiveUnits: z.number().nullable(),
  ...BOARD_REPORTS,
})
export type BoardReports = z.infer<typeof BoardReports>
export type ReportName = keyof typeof BOARD_REPORTS

// How one contestant of a board compares with each other one, taking each pair alone. The board compares all at
// once.

export const Differences = z.object({
  arena: z.string(),
  view: View,
  votes: count,
  contestant: z.string(),
  /** All other rated contestants, sorted by name. Empty if the contestant itself is not rated. */
  others: z.array(
    z.object({
      name: z.string(),
      /** The contestant's rating minus the other's, with the 95 % interval for this pair alone. */
      points: z.number(),
      interval: Interval,
      /** The predicted win rate of the contestant against the other, with its 95 % interval. */
      winRate: z.number(),
      winRateInterval: Interval,
    }),
  ),
})
export type Differences = z.infer<typeof Differences>

// Win rates of all contestants against one reference, from the votes on these pairs alone. Shares are 0 … 1,
// intervals 95 %.

export const WinRateAgainst = z.object({
  name: z.string(),
  slug: z.string(),
  votes: count,
  wins: count,
  losses: count,
  ties: count,
  /**
   * (wins + ties/2) / votes, with its standard error clustered by prompt. The error is null for fewer than two
   * prompts.
   */
  winRate: z.number(),
  standardError: z.number().nullable(),
  interval: Interval.nullable(),
  /** Wilson's interval of wins/(wins + losses). Null without decisive votes. */
  wilson: Interval.nullable(),
  /**
   * The win rate if its answers were as long as the reference's. Null if too few lengths are known, or there is no
   * estimate.
   */
  lengthControlled: z
    .object({
      votes: count,
      winRate: z.number(),
      standardError: z.number(),
      interval: Interval.nullable(),
      /** The win rate of the same votes without control of the length. */
      plain: z.number(),
    })
    .nullable(),
  /** Its rating on the board of the same view. Null if it is not rated. */
  rating: z.number().nullable(),
  /** The best and the worst place on the board. Null: it is not rated there. */
  place: Place.nullable(),
})
export type WinRateAgainst = z.infer<typeof WinRateAgainst>

export const WinRates = z.object({
  arena: z.string(),
  view: View,
  /**
   * The reference, and how it was chosen: by request, by the plan, or as the one that met most others. Null if
   * nobody met.
   */
  baseline: z
    .object({ name: z.string(), slug: z.string(), chosenBy: z.enum(['request', 'plan', 'most_met']) })
    .nullable(),
  /** The votes on the reference and another contestant. */
  votes: count,
  /** Highest win rate first, without contestants that never met the reference. */
  contestants: z.array(WinRateAgainst),
  /** The names of contestants without votes against the reference. */
  withoutRating: z.array(z.string()),
})
export type WinRates = z.infer<typeof WinRates>

// How many answers of each contestant passed each check, by run, so that runs can be compared.

export const PassRate = z.object({
  contestant: z.string(),
  passed: count,
  failed: count,
  /** Checks that could not be made. They count neither as passed nor as failed. */
  notMade: count,
  /** passed / (passed + failed). Null: no check was made. */
  share: z.number().nullable(),
  /** Wilson, 95 %. */
  interval: Interval.nullable(),
  /** Whether the share reaches `mustPass`. Null: no share is required, or none is known. */
  met: z.boolean().nullable(),
})
export type PassRate = z.infer<typeof PassRate>

export const ChecksReport = z.object({
  arena: z.string(),
  checks: z.array(
    z.object({
      name: z.string(),
      /** Whether arena.yaml still names this check. */
      active: z.boolean(),
      /** Oldest first. Only runs that made this check. */
      runs: z.array(
        z.object({
          run: integerSchema,
          startedAt: z.string(),
          /** The hash of the check in this run. Equal hashes mean an unchanged check. */
          sha256: z.string(),
          mustPass: z.number().nullable(),
          contestants: z.array(PassRate),
        }),
      ),
    }),
  ),
})
export type ChecksReport = z.infer<typeof ChecksReport>

// The head-to-head record of a view: how often each contestant beat each other one.

/** One pair that met. `a` and `b` are positions in `contestants`, a < b. Wins are a's wins; losses are b's wins. */
export const PairRecord = z.object({
  a: count,
  b: count,
  wins: count,
  losses: count,
  /** Votes without a winner. */
  ties: count,
  /** How many of the ties called both bad. */
  bothBad: count,
})

export const HeadToHead = z.object({
  arena: z.string(),
  view: View,
  votes: count,
  /** All contestants of the arena, sorted by name. */
  contestants: z.array(z.string()),
  /** Only pairs that met. */
  pairs: z.array(PairRecord),
})
export type HeadToHead = z.infer<typeof HeadToHead>

// The ratings of a view over time.

/** The ratings of one stored board. */
export const HistoryPoint = z.object({
  /** When the board was computed, ISO 8601; if it was counted later, the end of the last day whose votes it counts. */
  at: z.string(),
  /** Whether the board was computed after that day, from the times at which votes were cast. */
  countedLater: z.boolean(),
  votes: integerSchema,
  state: BoardState,
  leader: z.string().nullable(),
  deadHeat: z.array(z.string()),
  /** The rated contestants of that board with their intervals. Null: no interval. */
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

export const CountedLater = z.object({ counted: integerSchema, of: z.number().int() })
export type CountedLater = z.infer<typeof CountedLater>

export const History = z.object({
  arena: z.string(),
  view: View,
  /** Oldest first. */
  points: z.array(HistoryPoint),
  /** How many boards of days before the first stored board are planned, and how many of them are counted by now. */
  countedLater: CountedLater,
})
export type History = z.infer<typeof History>

// How evenly the pairs of a view were drawn.

export const SamplingCounts = z.object({
  arena: z.string(),
  view: View,
  /** The contestants with votes in the view that are not retired, sorted by name. Only pairs of these are counted. */
  contestants: z.array(z.string()),
  /** Votes on these pairs. */
  votes: count,
  /** How many pairs have each number of votes. */
  byVotes: z.array(z.object({ votes: count, pairs: count })),
  /** Every such pair, met or not, if requested. `a` and `b` are positions in `contestants`, a < b. */
  pairs: z
    .array(
      z.object({
        a: count,
        b: count,
        votes: count,
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
      degreesOfFreedom: count,
      /**
       * The range that holds the count of a single pair in at least 95 % of even draws, ends included; and how many
       * pairs lie outside.
       */
      low: count,
      high: count,
      outside: count,
    })
    .nullable(),
})
export type SamplingCounts = z.infer<typeof SamplingCounts>
