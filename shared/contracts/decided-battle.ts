/** A battle after its decision: the contestants, the outcome, and the reasons. And the list of them. */
import { z } from 'zod'
import { count, integerSchema } from './pieces.ts'
import { Outcome, VoteSource } from './votes.ts'
import { Message, ShownAnswer } from './battle.ts'

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
  sample: integerSchema.optional(),
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

/** Why texts are not shown beside names: the prompt is in use, or was until a moment ago; a visitor wrote it; or no text is known. */
export const TextsWithheld = z.enum(['in_use', 'just_retired', 'of_visitor', 'not_known'])
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
  /** A tie because the judge's verdicts in the two orders differ. */
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

/** How votes on the same two answers under the same criterion are divided. */
export const DividedVotes = z.object({ left: count, right: count, tie: count, bothBad: count })
export type DividedVotes = z.infer<typeof DividedVotes>

export const ListedBattle = DecidedBattle.omit({ arena: true, title: true }).extend({
  /** Of `show=disagreement`: people's votes. Of `show=contradicted`: all votes of the list. Else null. */
  votes: DividedVotes.nullable(),
})
export type ListedBattle = z.infer<typeof ListedBattle>

export const BattleList = z.object({
  arena: z.string(),
  /** The source of the votes that are listed. */
  source: z.string(),
  /** The number of all such battles. Some may be held back, so fewer may be listed. */
  total: count,
  battles: z.array(ListedBattle),
  /** The value of `cursor` for the next part of the list. Null: this is the last part. */
  cursor: z.string().nullable(),
})
export type BattleList = z.infer<typeof BattleList>
