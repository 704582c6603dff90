/** A challenge as requested over HTTP, and its progress. */
import { z } from 'zod'
import { Climb, ClimbAttempt, ClimbGate, ClimbResult, HoldOut } from './climb.ts'
import { WireMessage } from './problem.ts'

/** A request for a challenge. A missing value is taken from the last epoch, if there is one. */
export const ChallengeBody = z.strictObject({
  /** Name or slug. Default: the incumbent of the climb. */
  incumbent: z.string().min(1).optional(),
  challenger: z.string().min(1),
  /** The name of the judge. */
  judge: z.string().min(1).optional(),
  /** One criterion of a judge that judges by several. */
  criterion: z.string().min(1).optional(),
  /** The lowest win rate that passes, from ½. It must always be more than ½. Default: 0.5. */
  minWinRate: ClimbGate.shape.minWinRate.optional(),
  /** The level of the one-sided exact test on decisive results. 1: no test. Default: 0.05. */
  alpha: ClimbGate.shape.alpha.optional(),
  /** Prompts that are judged only before a promotion. Null: none. */
  holdOut: HoldOut.nullable().optional(),
  /** Whether the challenger must also win on the hold-out. */
  requireHoldOut: z.boolean().optional(),
  /**
   * The limit of each attempt in US dollars, with what it has already cost. Null: no limit. Missing: the arena's
   * limit.
   */
  budgetUsd: z.number().positive().nullable().optional(),
})
export type ChallengeBody = z.infer<typeof ChallengeBody>

export const ChallengeProgress = z.object({
  incumbent: z.string(),
  challenger: z.string(),
  epoch: z.number().int(),
  gate: ClimbGate,
  /** `entered`: its attempt is in the log · `stopped`: nothing was entered. The others are statuses of its run. */
  status: z.enum(['running', 'paused', 'budget_reached', 'entered', 'stopped']),
  /**
   * The part that is being judged: the incumbent against its predecessor, the challenger, or the challenger on the
   * hold-out.
   */
  judging: z.enum(['again', 'challenge', 'hold_out']).nullable(),
  /** `failed`: another try may succeed · `refused`: it could not continue as it was started. */
  stopped: z.enum(['cancelled', 'budget_reached', 'failed', 'refused']).nullable(),
  /** Why it stopped, or why its run is paused, if that is known. */
  cause: z.string().nullable(),
  /** The cause as code and values, if it is one of our messages. */
  finding: WireMessage.optional(),
  /** The number of its entry in the log. */
  attempt: z.number().int().nullable(),
  promoted: z.boolean().nullable(),
  /** True if the log already had this attempt, so nothing was judged. */
  stood: z.boolean(),
  budgetUsd: z.number().nullable(),
  startedAt: z.string(),
  endedAt: z.string().nullable(),
})
export type ChallengeProgress = z.infer<typeof ChallengeProgress>

/** The open challenge, or else the latest one. Null if there was none. */
export const ChallengeState = z.object({ arena: z.string(), challenge: ChallengeProgress.nullable() })
export type ChallengeState = z.infer<typeof ChallengeState>

/** The attempt of a challenge, as the log has it. */
export const Challenged = ClimbAttempt.extend({
  arena: z.string(),
  /** Whether it was in the log already, so that nothing was judged. */
  stood: z.boolean(),
  overfit: Climb.shape.overfit,
  warnings: Climb.shape.warnings,
  results: z.array(ClimbResult),
})
export type Challenged = z.infer<typeof Challenged>

/** The result of the latest challenge, or why it has none. */
export const ChallengeOutcome = z.object({
  arena: z.string(),
  challenged: Challenged.nullable(),
  stopped: z
    .object({
      how: z.enum(['cancelled', 'budget_reached', 'failed', 'paused', 'running']),
      message: z.string(),
    })
    .nullable(),
})
export type ChallengeOutcome = z.infer<typeof ChallengeOutcome>
