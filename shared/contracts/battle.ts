/** What the API sends and receives for one blind battle: the battle, the vote, and the names revealed after it. */
import { z } from 'zod'
import { Outcome } from './outcome.ts'
import { Proof, Puzzle } from './puzzle.ts'
import { TranscriptStep } from './transcript.ts'

export const Message = z.object({
  role: z.enum(['system', 'user', 'assistant']).describe('Who speaks.'),
  content: z.string().describe('The text of the message.'),
})
export type Message = z.infer<typeof Message>

/**
 * One side of a battle: the text or the turns of a conversation, the context that the answer retrieved, and what an
 * agent did before it. No names.
 */
export const ShownAnswer = z.object({
  text: z.string().optional(),
  turns: z.array(z.string()).optional(),
  context: z.array(z.string()).optional(),
  transcript: z.array(TranscriptStep).optional(),
})
export type ShownAnswer = z.infer<typeof ShownAnswer>

export const BattleRequest = z.object({ criterion: z.string().min(1).max(200).optional() }).strict()
export type BattleRequest = z.infer<typeof BattleRequest>

/** Asks for a pair that judges have judged. `link` is the value of `calibrate` in the labelling address. */
export const LabellingRequest = BattleRequest.extend({ link: z.string().min(1).max(200) })
export type LabellingRequest = z.infer<typeof LabellingRequest>

export const LinkRequest = z.strictObject({
  /** How long the link is valid, in days. */
  days: z.number().int().min(1).max(365).default(14),
})
export type LinkRequest = z.infer<typeof LinkRequest>

/** A labelling link as an operator sees it later, without its address. */
export const LabellingLink = z.object({
  link: z.number().int(),
  madeAt: z.string(),
  expiresAt: z.string(),
  withdrawnAt: z.string().nullable(),
})
export type LabellingLink = z.infer<typeof LabellingLink>

/** A new labelling link. Only this response contains its address. */
export const NewLabellingLink = LabellingLink.extend({ path: z.string() })
export type NewLabellingLink = z.infer<typeof NewLabellingLink>

export const Battle = z.object({
  id: z.string(),
  criterion: z.string(),
  prompt: z.object({
    messages: z.array(Message),
    reference: z
      .string()
      .optional()
      .describe('What a good answer says, if the judges of this criterion see it too.'),
  }),
  left: ShownAnswer,
  right: ShownAnswer,
  expiresAt: z.string(),
})
export type Battle = z.infer<typeof Battle>

export const IssuedBattle = z.object({
  battle: Battle,
  ticket: z.string(),
  puzzle: Puzzle.optional(),
  arena: z
    .object({ title: z.string(), description: z.string(), criteria: z.array(z.string()) })
    .optional()
    .describe(
      'What a private arena asks. Absent in any other: GET /api/arenas/{arena} says it to everybody.',
    ),
  invited: z
    .literal(true)
    .optional()
    .describe('Set for a voter with an invitation; GET /api/arenas/{arena}/invitation has the progress.'),
})
export type IssuedBattle = z.infer<typeof IssuedBattle>

/** A problem with a pair that a voter reports. */
export const Flag = z.enum(['names_itself', 'broken', 'unsafe'])
export type Flag = z.infer<typeof Flag>

export const VoteRequest = z
  .object({
    ticket: z.string().min(1).max(2000),
    outcome: Outcome,
    reason: z.string().trim().max(500).optional(),
    flags: z.array(Flag).max(3).optional(),
    proof: Proof.optional(),
    final: z
      .boolean()
      .optional()
      .describe('Names the contestants at once. The vote can then not be taken back.'),
  })
  .strict()
export type VoteRequest = z.infer<typeof VoteRequest>

export const VoteReceipt = z.object({
  battle: z.string(),
  outcome: Outcome,
  left: z.object({ name: z.string().nullable() }),
  right: z.object({ name: z.string().nullable() }),
  names: z
    .enum(['shown', 'later', 'withheld'])
    .describe(
      '`later`: the vote can still be taken back; the same request names the contestants from `namesFrom` on, or at once if it is `final`. `withheld`: too many names were shown lately; the vote counts.',
    ),
  namesFrom: z.string().nullable().describe('ISO 8601; null unless `names` is `later`.'),
})
export type VoteReceipt = z.infer<typeof VoteReceipt>
