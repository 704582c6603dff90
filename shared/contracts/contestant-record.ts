/** One contestant: its description, its row of the board, and its results by opponent and by prompt. */
import { z } from 'zod'
import { Board, BoardContestant, View } from './board.ts'
import { Outcome, VoteSource } from './votes.ts'
import { Message, ShownAnswer } from './battle.ts'

const Count = z.number().int().nonnegative()
const Interval = z.tuple([z.number(), z.number()])

/** How it answers, as described in its arena.yaml. Null: not described. */
export const ContestantDescription = z.object({
  slug: z.string(),
  name: z.string(),
  retiredAt: z.string().nullable(),
  provider: z.string().nullable(),
  model: z.string().nullable(),
  system: z.string().nullable(),
  template: z.string().nullable(),
  params: z.record(z.string(), z.unknown()),
  owner: z.string().nullable(),
  family: z.string().nullable(),
  controlOf: z.string().nullable(),
})
export type ContestantDescription = z.infer<typeof ContestantDescription>

/** Results from this contestant's side. */
const Fared = z.object({ wins: Count, losses: Count, ties: Count, bothBad: Count })

export const OpponentRecord = Fared.extend({
  slug: z.string(),
  name: z.string(),
  retired: z.boolean(),
  /** Wilson's 95 % interval of wins / (wins + losses). Null without decisive votes. */
  interval: Interval.nullable(),
})
export type OpponentRecord = z.infer<typeof OpponentRecord>

export const PromptRecord = Fared.extend({
  key: z.string(),
  category: z.string().nullable(),
  votes: Count,
  /** (wins + ties / 2) / votes. */
  score: z.number(),
  /** Wilson's 95 % interval of the score on this prompt alone. */
  interval: Interval,
  /**
   * Whether the score differs from the score on all other prompts by more than chance. The test counts all prompts
   * of the contestant: among many, some look extreme by chance.
   */
  standsOut: z.boolean(),
  /** A decided battle on this prompt. */
  battle: z.string(),
  /** The beginning of the prompt. Null while its texts are not public. */
  text: z.string().nullable(),
})
export type PromptRecord = z.infer<typeof PromptRecord>

export const RecordedBattle = z.object({
  id: z.string(),
  criterion: z.string(),
  prompt: z.string().nullable(),
  opponent: z.object({ slug: z.string(), name: z.string() }),
  /** From the contestant's side: `left` is the contestant, `right` its opponent. */
  outcome: Outcome,
  inconsistent: z.boolean(),
  source: VoteSource,
  judge: z.string().nullable(),
  castAt: z.string(),
})
export type RecordedBattle = z.infer<typeof RecordedBattle>

export const ContestantRecord = z.object({
  arena: z.string(),
  title: z.string(),
  view: View,
  contestant: ContestantDescription,
  /** Its row of the view's board, with its checks. Null if it was added after the board was computed. */
  row: BoardContestant.nullable(),
  board: z.object({
    votes: Count,
    rated: Count,
    winner: z.string().nullable(),
    deadHeatForFirst: z.array(z.string()),
    ties: Board.shape.ties,
    cluster: Board.shape.cluster,
    preview: z.boolean(),
    computedAt: z.string(),
  }),
  /** Every opponent, sorted by name. */
  opponents: z.array(OpponentRecord),
  prompts: z.object({
    /** The number of prompts it was voted on. */
    counted: Count,
    /** (wins + ties / 2) / votes, over votes that name a prompt. */
    score: z.number().nullable(),
    /** At most five each, sorted by the more careful end of the interval. */
    best: z.array(PromptRecord),
    worst: z.array(PromptRecord),
  }),
  battles: z.object({
    /** How many battles the view has. */
    total: Count,
    /** At most twenty, evenly drawn. The same view always gives the same sample. */
    sample: z.array(RecordedBattle),
  }),
  /** Judgements by judges. Zero if the view counts none. */
  judgements: z.object({
    inconsistent: Count,
    /** Judgements without votes, by cause. */
    failed: z.array(z.object({ cause: z.string(), count: Count })),
  }),
})
export type ContestantRecord = z.infer<typeof ContestantRecord>

/** All contestants of an arena, as far as a page needs them to compare two. */
export const ContestantList = z.object({
  arena: z.string(),
  contestants: z.array(ContestantDescription),
})
export type ContestantList = z.infer<typeof ContestantList>

// A battle after its decision: the contestants, the outcome, and the reasons.

/** One request to a judge, with the two answers in one order. */
export const JudgeRequest = z.object({
  shownFirst: z.enum(['left', 'right']),
  /** Null: the verdict cannot be expressed as an outcome. */
  said: Outcome.nullable(),
  /** Null if the judge gave none, or the reader may not see texts. */
  reason: z.string().nullable(),
  /** The model's reply, word for word. Only with the admin token. */
  reply: z.string().optional(),
})
export type JudgeRequest = z.infer<typeof JudgeRequest>

const Finding = z.object({ passed: z.boolean().nullable(), reason: z.string().nullable() }).nullable()

export const BattleSide = z.object({
  slug: z.string(),
  name: z.string(),
  retired: z.boolean(),
  /** Which of the contestant's answers to the prompt was shown, from 1. Missing if it has one. */
  sample: z.number().int().optional(),
})
export type BattleSide = z.infer<typeof BattleSide>

export const BattleTexts = z.object({
  messages: z.array(Message),
  reference: z.string().nullable(),
  context: z.array(z.string()),
  /** Null: the answer is not known here. */
  left: ShownAnswer.nullable(),
  right: ShownAnswer.nullable(),
})
export type BattleTexts = z.infer<typeof BattleTexts>

/** Why texts are not shown beside names: the prompt is in use, or was until a moment ago; or no text is known. */
export const TextsWithheld = z.enum(['in_use', 'just_retired', 'not_known'])
export type TextsWithheld = z.infer<typeof TextsWithheld>

export const DecidedBattle = z.object({
  id: z.string(),
  arena: z.string(),
  title: z.string(),
  criterion: z.string(),
  source: VoteSource,
  /** The judge's name. Null if no judge decided. A voter is never named. */
  judge: z.string().nullable(),
  outcome: Outcome,
  /** A tie because the judge chose another answer in each order. */
  inconsistent: z.boolean(),
  /** Whether the vote is in quarantine, so that no board counts it. */
  quarantined: z.boolean(),
  /** Whether it is there since an answer names its model or maker, or the prompt asks for it. */
  leaked: z.boolean(),
  castAt: z.string(),
  /** Null: the vote has no prompt. */
  prompt: z.object({ key: z.string(), category: z.string().nullable(), retired: z.boolean() }).nullable(),
  left: BattleSide,
  right: BattleSide,
  texts: BattleTexts.nullable(),
  withheld: TextsWithheld.nullable(),
  /** Whether withheld texts are shown because the reader cast this vote. */
  own: z.boolean(),
  /** From when everybody may read the texts, if that is known. */
  textsPublicFrom: z.string().nullable(),
  /** The voter's comment, or the judge's reasons in both orders. Null if the reader may not see texts. */
  reason: z.string().nullable(),
  /** The judge's verdict in each order. Empty if no judge was asked here. */
  requests: z.array(JudgeRequest),
  /**
   * The latest results of the active checks for both answers. Empty if the reader may not see texts: results could
   * reveal who answered.
   */
  checks: z.array(z.object({ name: z.string(), left: Finding, right: Finding })),
  /**
   * The words in which each answer speaks to a judge; null: none were found. The vote counts all the same. Null in
   * place of both if the reader may not see texts.
   */
  injected: z.object({ left: z.string().nullable(), right: z.string().nullable() }).nullable(),
})
export type DecidedBattle = z.infer<typeof DecidedBattle>
