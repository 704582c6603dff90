/** Answers with words that speak to a judge. */
import { z } from 'zod'

export const InjectedAnswer = z.object({
  /** The id of the answer. */
  id: z.number().int(),
  contestant: z.string(),
  /** The key of the prompt. */
  prompt: z.string(),
  /** The number of the answer among the contestant's answers to the prompt, from 1. */
  sample: z.number().int(),
  /** The words. */
  found: z.string(),
  /** Finished judgements that showed the answer. They count. */
  judgements: z.number().int(),
})
export type InjectedAnswer = z.infer<typeof InjectedAnswer>

/** Newest first. */
export const InjectedAnswers = z.object({
  answers: z.array(InjectedAnswer),
  /** The value of `before` for the next part of the list. Null: this is the last part. */
  before: z.number().int().nullable(),
})
export type InjectedAnswers = z.infer<typeof InjectedAnswers>
