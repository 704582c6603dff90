/** A climb: every challenger that was compared with an incumbent on prompts with references, and the results. */
import { z } from 'zod'
import { Warning } from './board.ts'

const count = z.number().int().min(0)
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
})
export type ClimbGate = z.infer<typeof ClimbGate>

/** Results of the challenger. Inconsistent and identical ones are ties. */
export const ClimbCounts = z.object({
  wins: count,
  losses: count,
  ties: count,
  /** wins + losses + ties. */
  total: count,
  /** Ties in which the judge chose another answer in each order. */
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

export const ClimbEpoch = z.object({
  epoch: count,
  startedAt: z.string(),
  judge: z.string(),
  model: z.string(),
  criterion: z.string(),
  rubric: z.string(),
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

export const ClimbWarning = Warning.pick({ code: true, message: true, finding: true })
export type ClimbWarning = z.infer<typeof ClimbWarning>

export const Climb = z.object({
  arena: z.string(),
  /** Null before the first attempt. */
  incumbent: z.string().nullable(),
  predecessor: z.string().nullable(),
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
  attempt: z.coerce.number().int().min(1).optional(),
})
export type ClimbRequest = z.infer<typeof ClimbRequest>
