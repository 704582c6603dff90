/** Answers with words that speak to a judge, and tests of judges with such answers. */
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

/** An injection test of judges (`calibrate --injection`). Its calls belong to no run. */
export const InjectionTestRecord = z.object({
  id: z.number().int(),
  judges: z.array(z.string()),
  /** The limit of this test, in US dollars; null: none. */
  budgetUsd: z.number().nullable(),
  calls: z.number().int(),
  /** US dollars; calls of models without a price count as 0. */
  spentUsd: z.number(),
  /** The most that calls under way may cost. After a stop of its process, what calls may have cost that never ended. */
  reservedUsd: z.number(),
  startedAt: z.string(),
  /** Null: it is under way, or its process was stopped. */
  endedAt: z.string().nullable(),
})
export type InjectionTestRecord = z.infer<typeof InjectionTestRecord>

/** Newest first. */
export const InjectedAnswers = z.object({
  answers: z.array(InjectedAnswer),
  /** The value of `before` for the next part of the list. Null: this is the last part. */
  before: z.number().int().nullable(),
  /** The newest injection tests of the arena's judges, at most 20. */
  tests: z.array(InjectionTestRecord),
})
export type InjectedAnswers = z.infer<typeof InjectedAnswers>
