/** Retiring prompts, and putting them back. */
import { z } from 'zod'
import { WireMessage } from './wire-message.ts'
import { refuse } from './refusals.ts'

export const MOST_PROMPTS_NAMED = 1000

/** Which prompts of an arena are meant: by their keys, by a category, or all. */
export const PromptSelection = z
  .object({
    keys: z.array(z.string().min(1).max(1000)).min(1).max(MOST_PROMPTS_NAMED).optional(),
    category: z.string().min(1).max(200).optional(),
    all: z.literal(true).optional(),
  })
  .strict()
  .refine(
    (given) => Object.values(given).filter((one) => one !== undefined).length === 1,
    refuse('one_selection'),
  )
export type PromptSelection = z.infer<typeof PromptSelection>

export const PromptsReceipt = z.object({
  arena: z.string(),
  retired: z.boolean(),
  /** The keys of those for which this was new. */
  prompts: z.array(z.string()),
  /** Of those restored now the ones whose texts everybody could read with names; empty: retired. */
  werePublic: z.array(z.string()),
  /** What that means for votes on them, in a sentence; null: nothing to say. */
  warning: z.string().nullable(),
  /** What the warning is made of. */
  finding: WireMessage.optional(),
  /** From then on everybody may read who answered what to the prompts that were retired now; null: restored. */
  textsPublicFrom: z.string().nullable(),
})
export type PromptsReceipt = z.infer<typeof PromptsReceipt>
