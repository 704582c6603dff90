/** How far judging has come, as it is told over HTTP and in the terminal. */
import { z } from 'zod'
import { WireMessage } from './wire-message.ts'

export const RunStatus = z.enum(['running', 'paused', 'cancelled', 'budget_reached', 'done'])
export type RunStatus = z.infer<typeof RunStatus>

const count = z.number().int().min(0)

export const JudgingProgress = z.object({
  run: z.number().int(),
  status: RunStatus,
  /** Why it is paused, if nobody asked for it: a word, or a word and a line on it. */
  cause: z.string().nullable(),
  /** The line on the cause as a message, if it is known as one. */
  finding: WireMessage.optional(),
  startedAt: z.string(),
  endedAt: z.string().nullable(),
  /** Of this run; what could not be made is `failed` until another run tries again. */
  answers: z.object({ total: count, done: count, failed: count }),
  /** `total` is null until all answers are there, from which it follows. */
  judgements: z.object({ total: count.nullable(), done: count, failed: count }),
  /** Skipped pairs of each judge: one of the two answers fails a gating check. */
  leftOut: count,
  /** Results, by rules and by models; `total` is null until all answers are there, `failed` are those that could not be made. */
  checks: z.object({ total: count.nullable(), done: count, failed: count }),
  /** `left`: still to be made for answers, judgements and checks; about as many, until all answers are there. */
  calls: z.object({ done: count, failed: count, underWay: count, left: count.nullable() }),
  /** Why judgements failed, most frequent first. */
  failures: z.array(z.object({ cause: z.string(), count })),
  budgetUsd: z.number().nullable(),
  spentUsd: z.number(),
  /** The most that calls under way may cost. */
  reservedUsd: z.number(),
  /**
   * What the whole run will have cost: going by what it cost so far, and before that by the length that texts have or
   * usually have. Null where a model has no price.
   */
  estimatedUsd: z.number().nullable(),
  /** Calls that came to a good end in the last minute. */
  callsPerMinute: z.number().nullable(),
  /** Until the run is done, at this rate. */
  etaSeconds: z.number().nullable(),
  /** Providers that get no calls from this process now. */
  waitingFor: z.array(
    z.object({
      provider: z.string(),
      why: z.enum(['paused', 'no_key']),
      until: z.string().nullable(),
      /** What the last call failed for, where it is paused: one line. */
      cause: z.string().nullable(),
      finding: WireMessage.optional(),
    }),
  ),
})
export type JudgingProgress = z.infer<typeof JudgingProgress>

export const JudgingState = z.object({ arena: z.string(), judging: JudgingProgress.nullable() })
export type JudgingState = z.infer<typeof JudgingState>

/** What a run is to do beside or instead of what the arena's plan says. */
export const JudgingRequest = z.strictObject({
  /** US dollars for the whole run, what was spent included; null: no bound; left out: as the arena has it. */
  budgetUsd: z.number().positive().nullable().optional(),
  /** Only these; all unless given. */
  judges: z.array(z.string().min(1)).min(1).optional(),
  /** For each pair, judge and criterion. */
  votesPerPair: z.number().int().positive().optional(),
  /** Judges pairs of contestants that may still be first more often, so that the same budget decides more. */
  focus: z.boolean().optional(),
  /** How often the same answers are examined; what is beyond the first shows how far a judge agrees with itself. */
  repeats: z.number().int().min(1).max(100).optional(),
  /** Of each pair of contestants, only so many prompts are examined more than once. */
  sample: z.number().int().positive().optional(),
  /** Judges anew what failed for good. */
  retryFailed: z.boolean().optional(),
})
export type JudgingRequest = z.infer<typeof JudgingRequest>

export const BudgetRequest = z.strictObject({
  /** US dollars for the whole run, what was spent included; null: no bound. */
  budgetUsd: z.number().positive().nullable(),
})
export type BudgetRequest = z.infer<typeof BudgetRequest>
