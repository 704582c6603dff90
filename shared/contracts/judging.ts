/** The progress of judging, as HTTP and terminal report it. */
import { z } from 'zod'
import { WireMessage } from './wire-message.ts'

export const RunStatus = z.enum(['running', 'paused', 'cancelled', 'budget_reached', 'done'])
export type RunStatus = z.infer<typeof RunStatus>

const count = z.number().int().min(0)

export const JudgingProgress = z.object({
  run: z.number().int(),
  status: RunStatus,
  /** Why it is paused or stopped, if no operator asked for that: a code, or a code and a line of text. */
  cause: z.string().nullable(),
  /** The text of the cause as a message, if it is one of ours. */
  finding: WireMessage.optional(),
  startedAt: z.string(),
  endedAt: z.string().nullable(),
  /** The answers of this run. `failed` stay so until another run tries again. */
  answers: z.object({ total: count, done: count, failed: count }),
  /** `total` is null until all answers are there, since it depends on them. */
  judgements: z.object({ total: count.nullable(), done: count, failed: count }),
  /** Skipped pairs, for each judge: one of the two answers failed a gating check. */
  leftOut: count,
  /** Judgements of this run that showed an answer with words that speak to a judge. They count. */
  injected: count,
  /** Results of rules and of models. `total` is null until all answers are there. `failed` could not be made. */
  checks: z.object({ total: count.nullable(), done: count, failed: count }),
  /** `left`: calls still to be made for answers, judgements and checks. An estimate until all answers are there. */
  calls: z.object({ done: count, failed: count, underWay: count, left: count.nullable() }),
  /** Why judgements failed, the most frequent cause first. */
  failures: z.array(z.object({ cause: z.string(), count })),
  budgetUsd: z.number().nullable(),
  spentUsd: z.number(),
  /** The highest possible cost of the calls that are running. */
  reservedUsd: z.number(),
  /**
   * The expected cost of the whole run, from its cost so far or, before that, from known or typical text lengths.
   * Null if the price of a model is not known.
   */
  estimatedUsd: z.number().nullable(),
  /** Calls that succeeded in the last minute. */
  callsPerMinute: z.number().nullable(),
  /** Time until the run ends at this rate. */
  etaSeconds: z.number().nullable(),
  /** Providers that this process cannot call at the moment. */
  waitingFor: z.array(
    z.object({
      provider: z.string(),
      why: z.enum(['paused', 'no_key']),
      until: z.string().nullable(),
      /** One line on why the last call failed, if the provider is paused. */
      cause: z.string().nullable(),
      finding: WireMessage.optional(),
    }),
  ),
})
export type JudgingProgress = z.infer<typeof JudgingProgress>

export const JudgingState = z.object({ arena: z.string(), judging: JudgingProgress.nullable() })
export type JudgingState = z.infer<typeof JudgingState>

/** Changes to the arena's plan for one run. */
export const JudgingRequest = z.strictObject({
  /**
   * The limit of the whole run in US dollars, with what was already spent. Null: no limit. Missing: the arena's
   * limit.
   */
  budgetUsd: z.number().positive().nullable().optional(),
  /** Only these judges. Default: all. */
  judges: z.array(z.string().min(1)).min(1).optional(),
  /** For each pair, judge and criterion. */
  votesPerPair: z.number().int().positive().optional(),
  /** Judges pairs of contestants that may still be first more often, so that the same budget decides more. */
  focus: z.boolean().optional(),
  /** How often the same answers are judged. Repeats show how far a judge agrees with itself. */
  repeats: z.number().int().min(1).max(100).optional(),
  /** How many prompts of each pair of contestants are judged more than once. */
  sample: z.number().int().positive().optional(),
  /**
   * Judges exactly the answers that earlier versions of the same judges judged, so that the versions can be compared.
   */
  rejudge: z.boolean().optional(),
  /** Tries again the judgements that failed for good. */
  retryFailed: z.boolean().optional(),
})
export type JudgingRequest = z.infer<typeof JudgingRequest>

export const BudgetRequest = z.strictObject({
  /** The limit of the whole run in US dollars, with what was already spent. Null: no limit. */
  budgetUsd: z.number().positive().nullable(),
})
export type BudgetRequest = z.infer<typeof BudgetRequest>
