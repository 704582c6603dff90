/** A climb: every challenger that was held against an incumbent on prompts with references, and what came of it. */
import { z } from 'zod'
import { Warning } from './board.ts'

const count = z.number().int().min(0)
const share = z.number().min(0).max(1)

/** Which prompts are held out of the gate: a share drawn by hash of key and seed, categories, or keys. */
export const HoldOut = z.union([
  z.strictObject({ share: z.number().gt(0).lt(1), seed: z.number().int() }),
  z.strictObject({ categories: z.array(z.string()).min(1) }),
  z.strictObject({ prompts: z.array(z.string()).min(1) }),
])
export type HoldOut = z.infer<typeof HoldOut>

export const ClimbGate = z.strictObject({
  /** The least win rate, from ½ up; more than ½ is asked for always. */
  minWinRate: z.number().min(0.5).max(1),
  /** Of the one-sided exact binomial test on decisive results; 1 asks none. */
  alpha: z.number().gt(0).max(1),
  /** Whether the win rate on the hold-out must reach `minWinRate`, and more than ½, too. */
  holdOut: z.boolean(),
})
export type ClimbGate = z.infer<typeof ClimbGate>

/** The challenger's; inconsistent and identical ones are ties. */
export const ClimbCounts = z.object({
  wins: count,
  losses: count,
  ties: count,
  /** wins + losses + ties. */
  total: count,
  /** The judge chose another answer in each order. */
  inconsistent: count,
  /** Both gave the same text; no judge was asked. */
  identical: count,
  /** Losses for want of an answer of the challenger. */
  unanswered: count,
  /** No verdict came. */
  failed: count,
  /** References to which the incumbent has no answer, or neither of the two. */
  missing: count,
  /** (wins + ties / 2) / total; null without a result. */
  winRate: share.nullable(),
  /** 95 %, of the win rate. */
  interval: z.tuple([share, share]).nullable(),
  /** One-sided, exact, over decisive results. */
  pValue: share,
})
export type ClimbCounts = z.infer<typeof ClimbCounts>

export const ClimbResult = z.object({
  /** Its key. */
  prompt: z.string(),
  heldOut: z.boolean(),
  /** Null: no result. */
  winner: z.enum(['challenger', 'incumbent', 'tie']).nullable(),
  /** Who has no answer: the challenger has lost by it. */
  absent: z.enum(['challenger', 'incumbent']).nullable(),
  inconsistent: z.boolean(),
  identical: z.boolean(),
  /** What the judge said, or why nothing came. Null without the admin token. */
  reason: z.string().nullable(),
  /** The text of the prompt. Null without the admin token. */
  question: z.string().nullable(),
})
export type ClimbResult = z.infer<typeof ClimbResult>

export const ClimbAttempt = z.object({
  attempt: count,
  epoch: count,
  /** `again`: the incumbent against its predecessor at the beginning of an epoch, which decides nothing. */
  kind: z.enum(['challenge', 'again']),
  incumbent: z.string(),
  challenger: z.string(),
  ...ClimbCounts.shape,
  gate: ClimbGate,
  /** What the gate says of it. */
  verdict: z.enum(['promote', 'do_not_promote']),
  /** The challenger is the incumbent from here on. */
  promoted: z.boolean(),
  /** Judged only once the gate was passed; null: not judged. */
  holdOut: ClimbCounts.nullable(),
  /** Null where a model has no price. */
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
  /** What is frozen: judge with model and parameters, rubric with judge prompt, references. */
  judgeSha256: z.string(),
  rubricSha256: z.string(),
  referencesSha256: z.string(),
  /** Prompts with a reference that the gate goes by, and those held out. */
  references: count,
  heldOut: count,
  holdOut: HoldOut.nullable(),
})
export type ClimbEpoch = z.infer<typeof ClimbEpoch>

/** How often the references were tried against. */
export const ClimbOverfit = z.object({
  /** Challenges on at least half of the references that count now, over all epochs. */
  attempts: count,
  /** The chance that at least one of as many challengers passes who are exactly as good as the incumbent. */
  chance: share,
  /** The chance is above ½. */
  likely: z.boolean(),
  /** How often what is held out was looked at; null: never. */
  holdOut: z
    .object({
      /** Challengers that were judged on at least half of it. */
      looks: count,
      /** Of these, those for whom it decided. */
      gating: count,
      /** The chance that at least one of as many passes it who are exactly as good there. */
      chance: share,
      /** It has decided more than once, and the chance is above ½. */
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
  /** Of the attempt that was asked for, prompt by prompt; those held out with the admin token only. */
  results: z.array(ClimbResult).optional(),
})
export type Climb = z.infer<typeof Climb>

export const ClimbRequest = z.object({
  /** The attempt whose results are wanted too. */
  attempt: z.coerce.number().int().min(1).optional(),
})
export type ClimbRequest = z.infer<typeof ClimbRequest>
