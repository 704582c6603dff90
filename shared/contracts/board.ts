/** The board: the content of `rate --json`, of the leaderboard endpoint, of its stream and of every snapshot. */
import { z } from 'zod'
import { BoardState, Looks, UnitKind, View } from './board-parts.ts'
import { Decides } from './decides.ts'
import { integerSchema, Interval, Place } from './pieces.ts'
import { WireMessage } from './problem.ts'

export const Warning = z.object({
  code: z.string(),
  message: z.string(),
  /** The message as code and values. Older snapshots lack it. */
  finding: WireMessage.optional(),
  count: integerSchema.optional(),
  lines: z.array(integerSchema).optional(),
  /** Present if `lines` counts the elements of a list, because they share a line. */
  unit: z.literal('element').optional(),
})
export type Warning = z.infer<typeof Warning>

/**
 * Whether a contestant has a rating. `too_few_votes`: fewer than ten votes link it to the others; `not_linked`: no vote does.
 */
export const Status = z.enum(['rated', 'too_few_votes', 'not_linked'])

/** How many answers of a contestant passed one check. */
export const CheckSummary = z.object({
  name: z.string(),
  passed: integerSchema,
  /** How many answers could be checked. */
  of: integerSchema,
  /** The lowest share that must pass, and whether it does. Absent if the check has no such limit. */
  mustPass: z.number().optional(),
  holds: z.boolean().optional(),
})
export type CheckSummary = z.infer<typeof CheckSummary>

/** One row of the board. Ratings are on the chess scale (1000 + 400/ln 10 · θ); `theta` is a natural-log strength. */
export const BoardContestant = z.object({
  name: z.string(),
  slug: z.string().optional(),
  retired: z.boolean().optional(),
  status: Status,
  /** Why it is not rated; null where it is. Absent: the board is of before. */
  reason: z.enum(['unbeaten', 'winless', 'disconnected', 'too_few_votes', 'no_votes']).nullable().optional(),
  /** Null, with `interval` and `place`, where the contestant is not rated. */
  rating: z.number().nullable(),
  /** The bootstrap confidence interval of the rating, at the board's level. */
  interval: Interval.nullable(),
  /** The best and the worst place: 1 + the number of intervals wholly above it, and all minus the number wholly below it. */
  place: Place.nullable(),
  theta: z.number().nullable(),
  /** (wins + ties / 2) / votes. Null without votes. */
  winRate: z.number().nullable(),
  wins: integerSchema,
  losses: integerSchema,
  ties: integerSchema,
  bothBad: integerSchema,
  votes: integerSchema,
  /** The average number of characters and words of its answers. */
  averageLength: z.number().nullable(),
  averageWords: z.number().nullable(),
  /** US dollars per answer, on average. */
  costUsd: z.number().nullable(),
  /** The median time of an answer in milliseconds, if it is known. */
  latencyMs: z.number().optional(),
  /**
   * What was given up and is no vote: judgements of its answers, and prompts that it was asked and has no answer to. Absent if
   * there is nothing of both.
   */
  failed: z.object({ judgements: integerSchema, answers: integerSchema }).optional(),
  /** The checks of its answers in the latest run that made them. Checks never change the rating. */
  checks: z.array(CheckSummary).optional(),
  /**
   * The predicted win rate against the baseline, with its 95 % interval for this pair alone. Present if it was
   * requested.
   */
  againstBaseline: z.object({ winRate: z.number(), interval: Interval.nullable() }).optional(),
})
export type BoardContestant = z.infer<typeof BoardContestant>

export const Cluster = z.enum(['both', 'prompt', 'voter', 'vote'])
export type Cluster = z.infer<typeof Cluster>

/** What would move the highest bar clear of all others: numbers on top of those the board has. */
export const Settle = z.object({
  /** What most of the uncertainty comes from; `both`: prompts and voters, neither of which suffices alone. */
  by: z.enum(['votes', 'prompts', 'voters', 'both']),
  votes: integerSchema,
  /** New prompts and voters, each with as many votes as today's. Null: none are needed. */
  prompts: integerSchema.nullable(),
  voters: integerSchema.nullable(),
})
export type Settle = z.infer<typeof Settle>

/** A contestant in a dead heat that is ahead of another in it where the two alone are compared. Points. */
export const LeadAlone = z.object({
  ahead: z.string(),
  behind: z.string(),
  points: z.number(),
  margin: z.number(),
})
export type LeadAlone = z.infer<typeof LeadAlone>

export const Board = z.object({
  arena: z.string().nullable(),
  view: View,
  method: z.string(),
  /** Which version of the statistics made the board. Absent: the first one. */
  methodVersion: integerSchema.optional(),
  /** `votes`: all votes weigh the same. `units`: by what their prompts and voters tell. */
  weights: z.enum(['units', 'votes']).default('units'),
  /** How intervals were computed: by bootstrap rounds, by the limit of endless rounds, or by the recipe of other arenas. Null: there are none. */
  intervals: z.enum(['rounds', 'closed_form', 'classic']).nullable(),
  ties: z.enum(['half', 'drop']),
  /** For votes from a file: whether the two orders of a judgement are merged into one vote or counted separately. */
  orders: z.enum(['merge', 'separate']).optional(),
  /** For votes from a file: the largest share of the votes that one person may have. Missing: any share. */
  voterCap: z.number().optional(),
  anchor: z.object({ name: z.string(), value: z.number() }).nullable(),
  /** The contestant that `againstBaseline` of each row compares with, if one was requested. */
  baseline: z.string().optional(),
  rounds: integerSchema,
  seed: integerSchema,
  /** What a line of `votesSha256` names beside the vote. */
  cluster: Cluster,
  /** The kinds of units that are resampled; none: single votes. */
  units: z.array(UnitKind),
  /** The effective numbers of prompts and voters of all votes (Kish). Null: votes name none. */
  effectiveUnits: z.object({ prompt: z.number().nullable(), voter: z.number().nullable() }),
  /** Whom a board of few people or few prompts speaks for alone. Null: for others like them, too. */
  speaksFor: z.enum(['these_people', 'these_prompts']).nullable(),
  /** Absent: `one`. */
  looks: Looks.optional(),
  /** The level of the intervals. */
  level: z.number(),
  votes: integerSchema,
  voters: integerSchema.nullable(),
  prompts: integerSchema.nullable(),
  /** Only where groups of prompts are the units instead of prompts: their number. A prompt without a group is one of its own. */
  groups: integerSchema.optional(),
  votesSha256: z.string(),
  version: z.string(),
  computedAt: z.string(),
  converged: z.boolean(),
  iterations: integerSchema,
  state: BoardState,
  /** Names of all that nobody is above, highest rated first; one name if it leads or wins. */
  deadHeat: z.array(z.string()),
  /** Who leads or wins. Null otherwise. */
  leader: z.string().nullable(),
  /** Points between the leader's bar and the next. Null without a leader. */
  clearBy: z.number().nullable(),
  /** The highest low end of any bar, in points. Null without intervals. */
  finishLine: z.number().nullable(),
  /** When the arena decides, and what was decided. Null: it is open-ended. Absent: the board is of a file. */
  decides: Decides.nullable().optional(),
  /** In a dead heat of two or three: the pairs whose difference alone is known, the clearest first. */
  leadsAlone: z.array(LeadAlone).optional(),
  /** What would name a leader. Null if there is one, or nothing up to a hundred times as much would. */
  settle: Settle.nullable(),
  contestants: z.array(BoardContestant),
  excluded: z.object({
    quarantined: integerSchema,
    leaked: integerSchema,
    /** Votes beyond the first `mostOfVoter` of one person. Boards of before have an object with both. */
    overCap: z.preprocess(
      (value) => (typeof value === 'object' && value !== null && 'votes' in value ? value.votes : value),
      integerSchema.default(0),
    ),
    /** Only in an arena with `voterCap`. */
    mostOfVoter: integerSchema.optional(),
  }),
  /** First place if the votes in quarantine counted. Only where there are any. */
  withQuarantined: z
    .object({ state: BoardState, leader: z.string().nullable(), deadHeat: z.array(z.string()) })
    .optional(),
  warnings: z.array(Warning),
})
export type Board = z.infer<typeof Board>
