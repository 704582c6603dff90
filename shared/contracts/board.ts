/** The board: the content of `rate --json`, of the leaderboard endpoint, of its stream and of every snapshot. */
import { z } from 'zod'
import { whole, Interval, OpenInterval, RankInterval } from './pieces.ts'
import { WireMessage } from './problem.ts'

export const JudgeChoice = z.union([
  z.strictObject({ only: z.array(z.string()) }),
  z.strictObject({ except: z.array(z.string()) }),
])
export type JudgeChoice = z.infer<typeof JudgeChoice>

/** The selection of votes that a board counts. `null` means "not restricted". */
export const View = z.object({
  source: z.string(),
  criterion: z.string().nullable(),
  category: z.string().nullable(),
  from: z.string().nullable(),
  to: z.string().nullable(),
  /** The group of invited people that is counted, if only one is. */
  group: z.string().optional(),
  /** The only voter that is counted, on the board of a file. */
  judge: z.string().optional(),
  /** The judges that are counted, if not all are: only those named, or all but those named. */
  judges: JudgeChoice.optional(),
})
export type View = z.infer<typeof View>

export const Warning = z.object({
  code: z.string(),
  message: z.string(),
  /** The message as code and values. Older snapshots lack it. */
  finding: WireMessage.optional(),
  count: whole.optional(),
  lines: z.array(whole).optional(),
  /** Present if `lines` counts the elements of a list, because they share a line. */
  unit: z.literal('element').optional(),
})
export type Warning = z.infer<typeof Warning>

export const Status = z.enum(['rated', 'provisional', 'unrated'])

export const ProvisionalReason = z.enum(['unbeaten', 'winless', 'disconnected', 'too_few_votes'])

/** How many answers of a contestant passed one check. */
export const CheckSummary = z.object({
  name: z.string(),
  passed: whole,
  /** How many answers could be checked. */
  of: whole,
  /** The lowest share that must pass, and whether it does. Absent if the check has no such limit. */
  mustPass: z.number().optional(),
  holds: z.boolean().optional(),
})
export type CheckSummary = z.infer<typeof CheckSummary>

/**
 * One row of the board. Ratings are on the chess scale (1000 + 400/ln 10 · θ); `theta` and `standardError` are
 * natural-log strengths. A value is null if no honest number exists. An open end of an interval is null.
 */
export const BoardContestant = z.object({
  name: z.string(),
  slug: z.string().optional(),
  retired: z.boolean().optional(),
  status: Status,
  reason: ProvisionalReason.nullable(),
  rating: z.number().nullable(),
  theta: z.number().nullable(),
  standardError: z.number().nullable(),
  marginal: Interval.nullable(),
  comparison: OpenInterval.nullable(),
  /**
   * The bar for the question who is first: of the highest rated its lower half, of each other one its upper half. Another
   * bar reaches the one of the highest rated if and only if it is not shown to be below it. Absent where only
   * `comparison` is known.
   */
  first: Interval.optional(),
  units: whole,
  rank: whole.nullable(),
  rankInterval: RankInterval.nullable(),
  wins: whole,
  losses: whole,
  ties: whole,
  bothBad: whole,
  votes: whole,
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
  failed: z.object({ judgements: whole, answers: whole }).optional(),
  /** The checks of its answers in the latest run that made them. Checks never change the rating. */
  checks: z.array(CheckSummary).optional(),
  /**
   * The predicted win rate against the baseline, with its 95 % interval for this pair alone. Present if it was
   * requested.
   */
  againstBaseline: z.object({ winRate: z.number(), interval: Interval.nullable() }).optional(),
})
export type BoardContestant = z.infer<typeof BoardContestant>

/** How many looks the board's 5 % cover: `one` this board alone, `any` all boards of the view together. */
export const Looks = z.enum(['any', 'one'])
export type Looks = z.infer<typeof Looks>

/** Which boards share the error of 5 %: those of all categories, and the board of all votes. */
export const TogetherBy = z.enum(['category'])
export type TogetherBy = z.infer<typeof TogetherBy>

/**
 * The boards that share one error with this one. The chance that anything on any of them is false is 1 −
 * `Board.level`.
 */
export const Together = z.object({
  by: TogetherBy,
  /** How many boards share it, this one included. */
  boards: whole,
  /** The level of this board alone: 1 − (1 − `Board.level`) / boards. */
  level: z.number(),
})

export const Cluster = z.enum(['both', 'prompt', 'voter', 'vote'])
export type Cluster = z.infer<typeof Cluster>

/**
 * Whom a board speaks for: people like its voters, only these voters, or only these judges. `effective`: how many
 * voters with equally many votes would give equally exact results.
 */
export const SpeaksFor = z.object({
  whom: z.enum(['people', 'voters', 'judges']),
  voters: whole,
  effective: z.number(),
  /** Who is best among these voters, where they are too few to speak for others; `Board.winner` is then null. */
  winner: z.string().optional(),
  /** The names of the judges, if the board speaks for judges only. */
  judges: z.array(z.string()).optional(),
})
export type SpeaksFor = z.infer<typeof SpeaksFor>

/** A number that suffices with a chance of 10, 50 and 90 %. Null: too large to be predicted. */
const NumberNeeded = z.object({
  low: whole.nullable(),
  likely: whole.nullable(),
  high: whole.nullable(),
})

/** What would name a winner, if votes came in as they did so far. */
export const WayToWinner = z.object({
  /**
   * What is collected: more votes on the same prompts and voters, votes on new prompts, votes of new voters, or
   * both.
   */
  by: z.enum(['votes', 'prompts', 'voters', 'both']),
  /** More votes on the board. `likely` is null if votes of this kind will probably name nobody. */
  votes: NumberNeeded,
  /** New prompts and new voters, each with as many votes as today's. Null: none are needed. */
  prompts: NumberNeeded.nullable(),
  voters: NumberNeeded.nullable(),
})
export type WayToWinner = z.infer<typeof WayToWinner>

/** Why a board names no winner. */
export const WhyNot = z.object({
  /**
   * The one thing that stands in the way. `votes`: too few. `prompts`, `voters`: too few of these; even endless votes on the
   * same ones would probably name nobody. `equal`: the two highest rated win about half of their votes against each other,
   * within three points in a hundred. `pairing`: results may have decided who met whom. `failures`: judgements or
   * answers of one contestant failed more often than those of the others. `family`: without the judges of its own model
   * family, the votes would not name the one that they put first. `links`: no vote links the rated to others, which may be first.
   */
  reason: z.enum(['votes', 'prompts', 'voters', 'equal', 'pairing', 'failures', 'family', 'links']),
  /** The two that are equal; those without a link; the one with more failures, or with judges of its family; otherwise the highest rated and the rival that is the hardest to tell from it. */
  contestants: z.array(z.string()),
  /** Empty if nothing is predicted, or too little is known. */
  ways: z.array(WayToWinner),
})
export type WhyNot = z.infer<typeof WhyNot>

/** Judges, and the contestants of their model family. */
export const JudgeFamily = z.object({ judges: z.array(z.string()), contestants: z.array(z.string()) })
export type JudgeFamily = z.infer<typeof JudgeFamily>

/** How long the winner has led, according to the boards of the view. */
export const DeclaredSince = z.object({
  /**
   * The votes and the time (ISO 8601) of the first board since which every board names this winner. Null: no
   * winner.
   */
  winner: z.object({ votes: whole, at: z.string() }).nullable(),
  /** How often a board did not name the winner of the board before it. */
  fell: whole,
})

export const Board = z.object({
  arena: z.string().nullable(),
  view: View,
  method: z.string(),
  /** Which version of the statistics made the board. Absent: the first one. */
  methodVersion: whole.optional(),
  /** `votes`: all votes weigh the same. `units`, or absent: by what their prompts and voters tell. */
  weights: z.enum(['units', 'votes']).optional(),
  intervals: z.enum(['comparison', 'classic']),
  ties: z.enum(['half', 'drop']),
  /** For votes from a file: whether the two orders of a judgement are merged into one vote or counted separately. */
  orders: z.enum(['merge', 'separate']).optional(),
  /** Judges of some contestants' own model family. Their votes alone name none of these the winner. */
  families: z.array(JudgeFamily).optional(),
  /** For votes from a file: the largest share of the votes that one person may have. Missing: any share. */
  voterCap: z.number().optional(),
  anchor: z.object({ name: z.string(), value: z.number() }).nullable(),
  /** The contestant that `againstBaseline` of each row compares with, if one was requested. */
  baseline: z.string().optional(),
  rounds: whole,
  seed: whole,
  cluster: Cluster,
  /** Absent if too few votes name their voter. */
  speaksFor: SpeaksFor.optional(),
  /**
   * `one`: this board declares something false at most 5 % of the time. `any`: all boards of the view together do,
   * however often somebody looks. Absent: `one`.
   */
  looks: Looks.optional(),
  /** Somebody said that no result decided who met whom (`fixed`), or that results did. Only if it was said. */
  pairing: z.enum(['fixed', 'by-results']).optional(),
  /**
   * The level of the intervals. Comparison intervals hold with it for the whole board, or for all boards of
   * `together`.
   */
  level: z.number(),
  /** The number of categories. Only on boards of a category, and on boards that share an error with them. */
  categories: whole.optional(),
  /** Only if it was requested. */
  together: Together.optional(),
  votes: whole,
  voters: whole.nullable(),
  prompts: whole.nullable(),
  /** Only where groups of prompts are the units instead of prompts: their number. A prompt without a group is one of its own. */
  groups: whole.optional(),
  votesSha256: z.string(),
  version: z.string(),
  computedAt: z.string(),
  converged: z.boolean(),
  iterations: whole,
  k: z.number().nullable(),
  winner: z.string().nullable(),
  /** Only on live boards that are kept current, once a winner was named. It does not follow from the votes alone. */
  declaredSince: DeclaredSince.optional(),
  deadHeatForFirst: z.array(z.string()),
  /** Why the board names no winner. Null if it names one, if nobody is rated, or if it is not known. */
  whyNot: WhyNot.nullable().optional(),
  contestants: z.array(BoardContestant),
  excluded: z.object({
    quarantined: whole,
    leaked: whole,
    /** Votes beyond the first `most` of one person. Only in an arena with `voterCap`. */
    overCap: z.object({ votes: whole, most: z.number().int() }).optional(),
  }),
  /** First place if the votes in quarantine counted. Only where there are any. */
  withQuarantined: z
    .object({ winner: z.string().nullable(), deadHeatForFirst: z.array(z.string()) })
    .optional(),
  warnings: z.array(Warning),
})
export type Board = z.infer<typeof Board>
