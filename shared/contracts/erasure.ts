/** Erasing a text or a voter. */
import { z } from 'zod'

export const EraseVoterRequest = z
  .object({
    /** The voter's id, as in exports and in the list of votes. */
    voter: z.string().min(1).max(500).optional(),
    /** Or the id of a battle that this voter was shown. */
    battle: z.uuid().optional(),
  })
  .refine(({ voter, battle }) => (voter === undefined) !== (battle === undefined), {
    error: 'Give either `voter` or `battle`.',
  })
export type EraseVoterRequest = z.infer<typeof EraseVoterRequest>

export const ErasedVoter = z.object({
  arena: z.string(),
  /** The pseudonym that stands in place of the voter. */
  erasedAs: z.string(),
  /** How many battles it was shown. */
  battles: z.number().int(),
})
export type ErasedVoter = z.infer<typeof ErasedVoter>

export const EraseTextRequest = z.object({
  /** The key of the prompt. */
  prompt: z.string().min(1).max(1000),
  /** Only the answers of this contestant, by name. Default: the prompt and all answers to it. */
  contestant: z.string().min(1).max(500).optional(),
})
export type EraseTextRequest = z.infer<typeof EraseTextRequest>

export const ErasedText = z.object({
  arena: z.string(),
  prompt: z.string(),
  contestant: z.string().nullable(),
  /** How many answers were erased now; 0: they were erased before. */
  answers: z.number().int(),
})
export type ErasedText = z.infer<typeof ErasedText>
