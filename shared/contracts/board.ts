/** The board: what `rate --json`, the leaderboard endpoint, its stream and every snapshot carry. */
import { z } from 'zod'
import { WireMessage } from './wire-message.ts'

const Range = z.tuple([z.number(), z.number()])
const OpenRange = z.tuple([z.number().nullable(), z.number().nullable()])

export const JudgeChoice = z.union([
  z.strictObject({ only: z.array(z.string()) }),
  z.strictObject({ except: z.array(z.string()) }),
])
export type JudgeChoice = z.infer<typeof JudgeChoice>

/** The selection of votes a board speaks of. `null` means "not restricted". */
export const View = z.object({
  source: z.string(),
  criterion: z.string().nullable(),
  category: z.string().nullable(),
  from: z.string().nullable(),
  to: z.string().nullable(),
  /** Only this voter's votes, where a board of a file was narrowed to one. */
  judge: z.string().optional(),
  /** Which judges it counts, where it does not count all: those named and no other, or all but those named. */
  judges: JudgeChoice.optional(),
})
export type View = z.infer<typeof View>

export const Warning = z.object({
  code: z.string(),
  message: z.string(),
  /** What the message is made of; older snapshots lack it. */
  finding: WireMessage.optional(),
  count: z.number().int().optional(),
  lines: z.array(z.number().int()).optional(),
})
export type Warning = z.infer<typeof Warning>

export const Status = z.enum(['rated', 'provisional', 'unrated'])
export type Status = z.infer<typeof Status>

export const ProvisionalReason = z.enum(['unbeaten', 'winless', 'disconnected'])
export type ProvisionalReason = z.infer<typeof ProvisionalReason>

/** How many of a contestant's answers passed one check. */
export const CheckSummary = z.object({
  name: z.string(),
  passed: z.number().int(),
  /** Answers that could be checked. */
  of: z.number().int(),
  /** The least share that must pass, and whether it does, where the check has a bar. */
  mustPass: z.number().optional(),
  holds: z.boolean().optional(),
})
export type CheckSummary = z.infer<typeof CheckSummary>

/**
 * One row of the board. Ratings are on the chess scale (1000 + 400/ln 10 · θ); `theta` and
 * `standardError` are natural-log strengths. Everything is null where there is no honest number;
 * an open end of an interval is null.
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
  marginal: Range.nullable(),
  comparison: OpenRange.nullable(),
  units: z.number().int(),
  rank: z.number().int().nullable(),
  rankInterval: z.tuple([z.number().int(), z.number().int()]).nullable(),
  wins: z.number().int(),
  losses: z.number().int(),
  ties: z.number().int(),
  bothBad: z.number().int(),
  votes: z.number().int(),
  /** Characters and words of its answers, on average. */
  averageLength: z.number().nullable(),
  averageWords: z.number().nullable(),
  /** US dollars per answer, on average. */
  costUsd: z.number().nullable(),
  /** Milliseconds an answer of its took, the median; only where that is known. */
  latencyMs: z.number().optional(),
  /** Pass or fail of its answers, beside the rating and never in it; from the latest run that checked them. */
  checks: z.array(CheckSummary).optional(),
  /** Predicted win rate against the baseline, with its 95 % interval taken singly, where one was asked for. */
  againstBaseline: z.object({ winRate: z.number(), interval: Range.nullable() }).optional(),
})
export type BoardContestant = z.infer<typeof BoardContestant>

/** For how many looks at a view what its board declares holds: for this board alone, or for all boards of the view. */
export const Looks = z.enum(['any', 'one'])
export type Looks = z.infer<typeof Looks>

/** What the boards are of that one error is shared among: those of every category, and that of all votes. */
export const TogetherBy = z.enum(['category'])
export type TogetherBy = z.infer<typeof TogetherBy>

/** That a board holds together with others: at most 1 − `Board.level` of the time is anything on any of them false. */
export const Together = z.object({
  by: TogetherBy,
  /** How many boards that are, this one included. */
  boards: z.number().int(),
  /** At which this board alone holds: 1 − (1 − `Board.level`) / boards. */
  level: z.number(),
  /** By what factor its comparison intervals are longer than if it were held alone, the median. Absent where the sign test decides. */
  cost: z.number().optional(),
})
export type Together = z.infer<typeof Together>

export const Cluster = z.enum(['both', 'prompt', 'voter', 'vote'])
export type Cluster = z.infer<typeof Cluster>

/**
 * For whom a board speaks: for people like its voters, for these voters alone, or for these judges alone.
 * `effective`: as many voters of equally many votes would be known as well.
 */
export const SpeaksFor = z.object({
  whom: z.enum(['people', 'voters', 'judges']),
  voters: z.number().int(),
  effective: z.number(),
  /** Only of judges: their names. */
  judges: z.array(z.string()).optional(),
})
export type SpeaksFor = z.infer<typeof SpeaksFor>

/** How few votes hold the highest rated in its place. */
export const Fragility = z.object({
  leader: z.string(),
  /** Who is rated highest without these votes, as a refit confirmed. */
  becomes: z.string(),
  votes: z.number().int(),
  /** Which votes: of `winner` over `loser`, or ties of the two. */
  removed: z.array(
    z.object({ winner: z.string(), loser: z.string(), tie: z.boolean(), votes: z.number().int() }),
  ),
})
export type Fragility = z.infer<typeof Fragility>

/** A board of people's votes that judges lend their verdicts to. */
export const Powered = z.object({
  /** The weight of the judges, 0 … 1; at 0 the board is people's. */
  lambda: z.number(),
  /** Battles (a prompt and two contestants) that judges judged, of pairs that people voted on. */
  judged: z.number().int(),
  /** How many of people's votes are on such battles. */
  labelled: z.number().int(),
  /** Judges' votes in the view; they are in `votesSha256` too. */
  judgeVotes: z.number().int(),
})
export type Powered = z.infer<typeof Powered>

/** A number that is reached with a chance of 10, 50 and 90 %; null: beyond what can be said. */
const SettleRange = z.object({
  low: z.number().int().nullable(),
  likely: z.number().int().nullable(),
  high: z.number().int().nullable(),
})

/** One way to separate the two highest rated of a dead heat. */
export const SettleWay = z.object({
  /** More votes on the prompts and voters there are; on new prompts; by new voters; or on new prompts by new voters. */
  by: z.enum(['votes', 'prompts', 'voters', 'both']),
  /** With either of the two. `likely` is null where votes of this kind will probably not separate them. */
  votes: SettleRange,
  /** New ones, each with as many votes as those of today; null: none. */
  prompts: SettleRange.nullable(),
  voters: SettleRange.nullable(),
})
export type SettleWay = z.infer<typeof SettleWay>

/** What would separate the two highest rated of a dead heat, by the board's own rule. */
export const ToSettle = z.object({
  contestants: z.tuple([z.string(), z.string()]),
  /** Of today, with either of the two; null: nothing is known of them, or they are no unit of this board. */
  votes: z.number().int(),
  prompts: z.number().int().nullable(),
  voters: z.number().int().nullable(),
  ways: z.array(SettleWay),
})
export type ToSettle = z.infer<typeof ToSettle>

/** How long the winner has stood, by the boards of the view that were not previews. */
export const DeclaredSince = z.object({
  /**
   * The votes and time of the first board since which every one names this winner; null where none is named. ISO 8601.
   */
  winner: z.object({ votes: z.number().int(), at: z.string() }).nullable(),
  /** How often a board did not name the winner of the board before it. */
  fell: z.number().int(),
})

export const Board = z.object({
  arena: z.string().nullable(),
  view: View,
  method: z.string(),
  /**
   * The intervals stand in until those of the bootstrap are there: from the sandwich covariance, `rounds` normal draws
   * for k. No winner is new, and `votesSha256` is empty, since a preview is nothing to be verified.
   */
  preview: z.literal(true).optional(),
  intervals: z.enum(['comparison', 'classic']),
  ties: z.enum(['half', 'drop']),
  /** Whether a judge's two orders were made one vote or counted each, where votes came from a file. */
  orders: z.enum(['merge', 'separate']).optional(),
  anchor: z.object({ name: z.string(), value: z.number() }).nullable(),
  /** Against whom `againstBaseline` of the rows is, where one was asked for. */
  baseline: z.string().optional(),
  rounds: z.number().int(),
  seed: z.number().int(),
  cluster: Cluster,
  /** Absent where too few votes name their voter. */
  speaksFor: SpeaksFor.optional(),
  /**
   * `one`: what the board declares is false at most 5 % of the time on this board alone. `any`: on all boards of the view
   * together, however often anybody looks. Absent: `one`.
   */
  looks: Looks.optional(),
  /** By what factor comparison intervals are longer than those of one look, the median. Only where `looks` is `any`. */
  looksCost: z.number().optional(),
  /** What comparison and marginal intervals are promised with: comparison intervals for the whole board, or for all boards of `together`. */
  level: z.number(),
  /** How many categories there are. Only on boards of a category, and on those held together with them. */
  categories: z.number().int().optional(),
  /** Only where it was asked for. */
  together: Together.optional(),
  /** Of a board powered by judges, people's; so are `voters` and `prompts`. */
  votes: z.number().int(),
  voters: z.number().int().nullable(),
  prompts: z.number().int().nullable(),
  votesSha256: z.string(),
  /** What judges lend to a board of people's votes; only on boards of the source `powered`. */
  powered: Powered.optional(),
  version: z.string(),
  computedAt: z.string(),
  converged: z.boolean(),
  iterations: z.number().int(),
  /** Of Davidson's model: ν, the odds of a tie against a win between equals, and its 95 % interval. */
  tieParameter: z
    .object({ nu: z.number(), interval: z.tuple([z.number(), z.number()]).nullable() })
    .optional(),
  k: z.number().nullable(),
  winner: z.string().nullable(),
  /** Only on live boards that are kept current, once a winner was named; votes alone do not tell it. */
  declaredSince: DeclaredSince.optional(),
  frontRunner: z.string().nullable(),
  deadHeatForFirst: z.array(z.string()),
  /**
   * Votes with either of the two highest rated, on the prompts and voters there are, that would as likely as not separate
   * them. Null: no number of them will probably do, or too little is known. `toSettle` says more.
   */
  votesToSeparate: z.number().int().nullable(),
  /** Null where there is no dead heat of two, where they are practically equal, or where too little is known. */
  toSettle: ToSettle.nullable().optional(),
  /** The two highest rated of a dead heat, where they are known to be within `delta` of an even win rate: more votes will not change that. */
  equalForFirst: z.object({ contestants: z.tuple([z.string(), z.string()]), delta: z.number() }).optional(),
  /** Only where it was asked for; null where no removal of votes turns the lead. */
  fragility: Fragility.nullable().optional(),
  contestants: z.array(BoardContestant),
  excluded: z.object({ quarantined: z.number().int(), leaked: z.number().int() }),
  warnings: z.array(Warning),
})
export type Board = z.infer<typeof Board>
