/** Retiring and restoring prompts. */
import { z } from 'zod'
import { WireMessage } from './wire-message.ts'
import { refuse } from './refusals.ts'

export const MOST_PROMPTS_NAMED = 1000

/** A selection of prompts: by keys, by category, or all. */
export const PromptSelection = z
  .object({
    keys: z.array(z.string().min(1).max(1000)).min(1).max(MOST_PROMPTS_NAMED).optional(),
    category: z.string().min(1).max(200).optional(),
    all: z.literal(true).optional(),
  })
  .strict()
  .refine(
    (selection) => Object.values(selection).filter((one) => one !== undefined).length === 1,
    refuse('one_selection'),
  )
export type PromptSelection = z.infer<typeof PromptSelection>

export const PromptsReceipt = z.object({
  arena: z.string(),
  retired: z.boolean(),
  /** The keys of the prompts that changed. */
  prompts: z.array(z.string()),
  /** On restoring: the prompts whose texts everybody could read beside names until now. On retiring: empty. */
  werePublic: z.array(z.string()),
  /** What that means for votes on them, in one sentence. Null: nothing to warn of. */
  warning: z.string().nullable(),
  /** The warning as code and values. */
  finding: WireMessage.optional(),
  /** On retiring: from when everybody may read who gave which answer to these prompts. On restoring: null. */
  textsPublicFrom: z.string().nullable(),
})
export type PromptsReceipt = z.infer<typeof PromptsReceipt>
