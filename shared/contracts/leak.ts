/** Answers that name their model or its maker, and prompts that ask for it. */
import { z } from 'zod'
import { MOST_QUARANTINED } from './quarantine.ts'
import { WireMessage } from './wire-message.ts'

export const LeakRequest = z.object({
  leaks: z.array(z.number().int().positive()).min(1).max(MOST_QUARANTINED),
  reason: z.string().trim().min(1).max(1000),
})
export type LeakRequest = z.infer<typeof LeakRequest>

export const LeakReceipt = z.object({
  arena: z.string(),
  /** Whether votes on these leaks no longer count. */
  held: z.boolean(),
  /** The leaks that changed. */
  leaks: z.array(z.number().int()),
  /** How many votes began or ceased to count. */
  votes: z.number().int(),
})
export type LeakReceipt = z.infer<typeof LeakReceipt>

export const Leak = z.object({
  id: z.number().int(),
  /** Whose answer it is; null: the prompt itself asks who answers. */
  contestant: z.string().nullable(),
  /** The key of the prompt. */
  prompt: z.string(),
  /** The number of the answer among the contestant's answers to the prompt, from 1. Null: the leak is in the prompt. */
  sample: z.number().int().nullable(),
  /** The telling words. */
  found: z.string(),
  /** The sentence of `finding` in English. */
  reason: z.string(),
  finding: WireMessage,
  at: z.string(),
  /** Votes that went into quarantine for it. */
  votes: z.number().int(),
  /** Who released it and why: an operator, or rules that no longer find it. Null: it is open. */
  released: z
    .object({ at: z.string(), by: z.enum(['operator', 'rules']), because: z.string().nullable() })
    .nullable(),
})
export type Leak = z.infer<typeof Leak>

/** The latest leak of each text, newest first. */
export const Leaks = z.object({
  leaks: z.array(Leak),
  /** The value of `before` for the next part of the list. Null: this is the last part. */
  before: z.number().int().nullable(),
})
export type Leaks = z.infer<typeof Leaks>
