/** A battle after its decision: who met, how it was decided and why. */
import { z } from 'zod'
import { Message, ShownAnswer } from './battle.ts'
import { Outcome, VoteSource } from './outcome.ts'

/** One showing of the two answers to a judge. */
export const JudgeShowing = z.object({
  shownFirst: z.enum(['left', 'right']),
  /** Null: what it said cannot be put as one of these. */
  said: Outcome.nullable(),
  /** Null without a right to the texts, or where it gave none. */
  reason: z.string().nullable(),
  /** What the model sent, word for word; only with the admin token. */
  reply: z.string().optional(),
})
export type JudgeShowing = z.infer<typeof JudgeShowing>

const Finding = z.object({ passed: z.boolean().nullable(), reason: z.string().nullable() }).nullable()

export const BattleSide = z.object({ slug: z.string(), name: z.string(), retired: z.boolean() })
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

/**
 * Why texts are not shown beside names: the prompt is still voted on, or was until a moment ago; or no text is known.
 */
export const TextsWithheld = z.enum(['in_use', 'just_retired', 'not_known'])
export type TextsWithheld = z.infer<typeof TextsWithheld>

export const DecidedBattle = z.object({
  id: z.string(),
  arena: z.string(),
  title: z.string(),
  criterion: z.string(),
  source: VoteSource,
  /** The judge's name; null where no judge decided. A voter is never named. */
  judge: z.string().nullable(),
  outcome: Outcome,
  /** The judge preferred another answer in each order, which is a tie. */
  inconsistent: z.boolean(),
  /** No board counts it. */
  quarantined: z.boolean(),
  castAt: z.string(),
  /** Null: the vote came without a prompt. */
  prompt: z.object({ key: z.string(), category: z.string().nullable(), retired: z.boolean() }).nullable(),
  left: BattleSide,
  right: BattleSide,
  texts: BattleTexts.nullable(),
  withheld: TextsWithheld.nullable(),
  /** From when on everybody may read them, where that is known. */
  textsPublicFrom: z.string().nullable(),
  /** What the voter wrote, or the judge's own words on both orders; null without a right to the texts. */
  reason: z.string().nullable(),
  /** What the judge said in each order; empty where it was not asked here. */
  showings: z.array(JudgeShowing),
  /** What the checks in use last said of the two answers; empty without a right to the texts, which it may tell apart. */
  checks: z.array(z.object({ name: z.string(), left: Finding, right: Finding })),
})
export type DecidedBattle = z.infer<typeof DecidedBattle>
