/** A climb: every challenger that was compared with an incumbent on prompts with references, and the results. */
import { z } from 'zod'
import { count, rowNumber, integerSchema } from './pieces.ts'
import { Answer, LeastWins } from './comparison.ts'
import { Warning } from './board.ts'
import { WireMessage } from './problem.ts'

const share = z.number().min(0).max(1)

/** The prompts of the hold-out: a share drawn by the hash of key and seed, categories, or keys. */
export const HoldOut = z.union([
  z.strictObject({ share: z.number().gt(0).lt(1), seed: z.number().int() }),
  z.strictObject({ categories: z.array(z.string()).min(1) }),
  z.strictObject({ prompts: z.array(z.string()).min(1) }),
])
export type HoldOut = z.infer<typeof HoldOut>

export const ClimbGate = z.strictObject({
  /** The lowest win rate that passes, from ½. It must always be more than ½. */
  minWinRate: z.number().min(0.5).max(1),
  /** The level of the one-sided exact binomial test on decisive results. 1: no test. */
  alpha: z.number().gt(0).max(1),
  /** Whether the win rate on the hold-out must also reach `minWinRate` and exceed ½. */
  holdOut: z.boolean(),
  /** Which attempt of the epoch it is. One that stopped counts if a verdict was given. Missing: judged again. */
  place: z.number().int().min(1).optional(),
  /** The level of all attempts of the epoch together, of which `alpha` is a share. Missing: `alpha` was requested. */
  epochAlpha: share.optional(),
})
export type ClimbGate = z.infer<typeof ClimbGate>

export const ClimbWarning = Warning.pick({ code: true, message: true, finding: true })
export type ClimbWarning = z.infer<typeof ClimbWarning>

/** Results of the challenger. Inconsistent and identical ones are ties. */
export const ClimbCounts = z.object({
  wins: count,
  losses: count,
  ties: count,
  /** wins + losses + ties. */
  total: count,
  /** Ties because the judge's verdicts in the two orders differ. */
  inconsistent: count,
  /** Ties in which both answers had the same text, so no judge was asked. */
  identical: count,
  /** Losses because the challenger has no answer. */
  unanswered: count,
  /** Judgements without a verdict. */
  failed: count,
  /** References to which the incumbent, or both, have no answer. */
  missing: count,
  /** (wins + ties / 2) / total. Null without a result. */
  winRate: share.nullable(),
  /** The 95 % interval of the win rate. */
  interval: z.tuple([share, share]).nullable(),
  /** One-sided, exact, from decisive results. */
  pValue: share,
})
export type ClimbCounts = z.infer<typeof ClimbCounts>

export const ClimbResult = z.object({
  /** The key of the prompt. */
  prompt: z.string(),
  heldOut: z.boolean(),
  /** Null: no result. */
  winner: z.enum(['challenger', 'incumbent', 'tie']).nullable(),
  /** Who has no answer. A challenger without an answer loses. */
  absent: z.enum(['challenger', 'incumbent']).nullable(),
  inconsistent: z.boolean(),
  identical: z.boolean(),
  /** The judge's reason, or why there is no verdict. Null without the admin token. */
  reason: z.string().nullable(),
  /** The text of the prompt. Null without the admin token. */
  question: z.string().nullable(),
})
export type ClimbResult = z.infer<typeof ClimbResult>

export const ClimbAttempt = z.object({
  attempt: count,
  epoch: count,
  /** `again`: the incumbent against its predecessor at the beginning of an epoch. It decides nothing. */
  kind: z.enum(['challenge', 'again']),
  incumbent: z.string(),
  challenger: z.string(),
  ...ClimbCounts.shape,
  gate: ClimbGate,
  /** The level of this attempt and what it promises, in words. Null: it decides nothing. */
  level: ClimbWarning.nullable(),
  /** The challenger against the incumbent, at the gate's level (at 5 % for a plain majority). */
  answer: Answer,
  /** The decision of the gate. */
  verdict: z.enum(['promote', 'do_not_promote']),
  /** Whether the challenger becomes the incumbent. */
  promoted: z.boolean(),
  /** The hold-out is judged only after the gate was passed. Null: not judged. */
  holdOut: ClimbCounts.nullable(),
  /** Null if the price of a model is not known. */
  costUsd: z.number().nullable(),
  startedAt: z.string(),
  endedAt: z.string(),
})
export type ClimbAttempt = z.infer<typeof ClimbAttempt>

const AttemptSide = z.strictObject({
  /** Prompts that both contestants have answered or can be asked to answer. */
  promptIds: z.array(z.number().int()),
  /** All references of this side of the hold-out, including those. */
  references: z.array(z.number().int()),
})

/** An attempt of a challenge as it is stored, with everything that identifies it: the same attempt is entered once. */
export const PlannedAttempt = z.strictObject({
  kind: ClimbAttempt.shape.kind,
  incumbentId: z.number().int(),
  challengerId: z.number().int(),
  gate: ClimbGate,
  /** Identifies the attempt in the log. */
  key: z.string(),
  open: AttemptSide,
  heldOut: AttemptSide,
})
export type PlannedAttempt = z.infer<typeof PlannedAttempt>

export const ClimbEpoch = z.object({
  epoch: count,
  startedAt: z.string(),
  judge: z.string(),
  model: z.string(),
  criterion: z.string(),
  rubric: z.string(),
  /** What the judge is asked: the first paragraph of its rubric. Null without the admin token. */
  question: z.string().nullable(),
  /** The frozen settings: judge with model and parameters, rubric with judge prompt, references. */
  judgeSha256: z.string(),
  rubricSha256: z.string(),
  referencesSha256: z.string(),
  /** How many prompts with a reference the gate uses, and how many are held out. */
  references: count,
  heldOut: count,
  holdOut: HoldOut.nullable(),
})
export type ClimbEpoch = z.infer<typeof ClimbEpoch>

/** How often challengers were tried on the same references. */
export const ClimbOverfit = z.object({
  /** Challenges on at least half of the current references, over all epochs. */
  attempts: count,
  /** The chance that at least one of these challengers passes if all are exactly as good as the incumbent. */
  chance: share,
  /** Whether the chance is above ½. */
  likely: z.boolean(),
  /** How often the hold-out was judged. Null: never. */
  holdOut: z
    .object({
      /** Challengers that were judged on at least half of the hold-out. */
      looks: count,
      /** How many of these the hold-out decided on. */
      gating: count,
      /** The chance that at least one of these passes the hold-out if all are exactly as good there. */
      chance: share,
      /** Whether the hold-out decided more than once and the chance is above ½. */
      likely: z.boolean(),
    })
    .nullable(),
})
export type ClimbOverfit = z.infer<typeof ClimbOverfit>

export const Climb = z.object({
  arena: z.string(),
  /** Null before the first attempt. */
  incumbent: z.string().nullable(),
  epochs: z.array(ClimbEpoch),
  /** Oldest first. */
  attempts: z.array(ClimbAttempt),
  overfit: ClimbOverfit.nullable(),
  warnings: z.array(ClimbWarning),
  /** The results of the requested attempt by prompt. Those of the hold-out only with the admin token. */
  results: z.array(ClimbResult).optional(),
})
export type Climb = z.infer<typeof Climb>

export const ClimbRequest = z.object({
  /** The attempt to send results of. */
  attempt: rowNumber.optional(),
})

/** A challenge as requested over HTTP, and its progress. */

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
  /** The level of the one-sided exact test on decisive results. 1: no test. Default: a share of the epoch's 5 %. */
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
  epoch: integerSchema,
  gate: ClimbGate,
  /** What its references can show, if none is a tie. */
  leastWins: LeastWins,
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
  attempt: integerSchema.nullable(),
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

export const Challenged = ClimbAttempt.extend({
  arena: z.string(),
  question: ClimbEpoch.shape.question,
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
