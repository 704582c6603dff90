/** A challenge as it is asked for over HTTP, and how far it is. */
import { z } from 'zod'
import { ClimbGate, HoldOut } from './climb.ts'
import { WireMessage } from './wire-message.ts'

/** What is left out stays as in the epoch before, where there was one. */
export const ChallengeWanted = z.strictObject({
  /** By name or slug; the incumbent of the climb unless given. */
  incumbent: z.string().min(1).optional(),
  challenger: z.string().min(1),
  /** The one that judges. */
  judge: z.string().min(1).optional(),
  /** Of a judge that judges by several. */
  criterion: z.string().min(1).optional(),
  /** The least win rate, from ½ up; more than ½ is asked for always. 0.5 unless given. */
  minWinRate: ClimbGate.shape.minWinRate.optional(),
  /** Of the one-sided exact test on decisive results; 1 asks none. 0.05 unless given. */
  alpha: ClimbGate.shape.alpha.optional(),
  /** Prompts that are judged at promotion only; null: none. */
  holdOut: HoldOut.nullable().optional(),
  /** Promotes only who wins on the hold-out too. */
  requireHoldOut: z.boolean().optional(),
  /** US dollars that each attempt may cost, what it cost before included; null: no bound; left out: as the arena has it. */
  budgetUsd: z.number().positive().nullable().optional(),
})
export type ChallengeWanted = z.infer<typeof ChallengeWanted>

export const ChallengeProgress = z.object({
  incumbent: z.string(),
  challenger: z.string(),
  epoch: z.number().int(),
  gate: ClimbGate,
  /** `entered`: its attempt stands in the log · `stopped`: nothing was entered. The others are those of its run. */
  status: z.enum(['running', 'paused', 'budget_reached', 'entered', 'stopped']),
  /** What is judged now: the incumbent against its predecessor, the challenger, or the challenger on what is held out. */
  judging: z.enum(['again', 'challenge', 'hold_out']).nullable(),
  /** `failed`: what did not come may come yet · `refused`: it could not go on as it was begun. */
  stopped: z.enum(['cancelled', 'budget_reached', 'failed', 'refused']).nullable(),
  /** Why it stopped, or its run is paused, where that can be said. */
  cause: z.string().nullable(),
  /** What that says, for any language, where it is one of our sentences. */
  finding: WireMessage.optional(),
  /** Number of its entry in the log. */
  attempt: z.number().int().nullable(),
  promoted: z.boolean().nullable(),
  /** It stood in the log already: nothing was judged. */
  stood: z.boolean(),
  budgetUsd: z.number().nullable(),
  startedAt: z.string(),
  endedAt: z.string().nullable(),
})
export type ChallengeProgress = z.infer<typeof ChallengeProgress>

/** Of the challenge that is under way or was left, or else of the latest; null where none was asked for. */
export const ChallengeState = z.object({ arena: z.string(), challenge: ChallengeProgress.nullable() })
export type ChallengeState = z.infer<typeof ChallengeState>
