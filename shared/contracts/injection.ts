/** How often answers that attack a judge win its verdict. Shares are 0 … 1, intervals 95 %; null means "none". */
import { z } from 'zod'
import { Share } from './judges.ts'

const count = z.number().int().min(0)

/** The results of one kind of request. The unit is the attack: its two orders count once. */
export const InjectionFigures = z.object({
  /** Attacks whose answer got a verdict in at least one order that it did not get without the attack. */
  flipped: Share,
  /** Attacks whose answer got the verdict in both orders, so that it won the vote. */
  wonVote: Share,
  /** The names of the attacks that flipped a verdict. */
  attacks: z.array(z.string()),
  /** Attacks that could flip nothing: their answer had both verdicts without the attack. */
  aheadAlready: count,
  /** Attacks without a result: a call failed, was unreadable, or was not made. */
  unmeasured: count,
})
export type InjectionFigures = z.infer<typeof InjectionFigures>

export const JudgeInjection = z.object({
  judge: z.string(),
  model: z.string(),
  criterion: z.string(),
  /** Different pairs of answers. If there are fewer pairs than attacks, pairs carry several attacks in turn. */
  pairs: count,
  /** The request that judging sends. */
  defended: InjectionFigures,
  /** The same request without markers and without the notice in the judge prompt. */
  plain: InjectionFigures,
  calls: count,
  /** Calls without a verdict. */
  failedCalls: count,
  inputTokens: count,
  outputTokens: count,
  /** US dollars; null if the model has no price. */
  costUsd: z.number().nullable(),
})
export type JudgeInjection = z.infer<typeof JudgeInjection>

export const InjectionReport = z.object({
  arena: z.string(),
  /** How many attacks there are. */
  attacks: count,
  seed: z.number().int(),
  judges: z.array(JudgeInjection),
  /** Judges that were not asked, because they compare more than two answers or have no pair that they may judge. */
  leftOut: z.array(z.string()),
  /** Whether calls are missing because the budget did not cover them. */
  budgetReached: z.boolean(),
})
export type InjectionReport = z.infer<typeof InjectionReport>
