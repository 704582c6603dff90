/** Voters and groups whose votes look like an attack, for operators. */
import { z } from 'zod'
import { WireMessage } from './wire-message.ts'

export const MOST_SUSPICIONS = 500

export const Suspicion = z.object({
  /** A voter, or a kind of group with its aim. */
  subject: z.string(),
  /** Null for a group: which of its voters attack is not known. */
  voter: z.string().nullable(),
  /** The sentence of `finding` in English. */
  reason: z.string(),
  finding: WireMessage,
  /** Common logarithm of the e-value: 3 means that honest votes reach it with a chance of at most 1 in 1,000. Null: not stored. */
  log10E: z.number().nullable(),
  /** When it was first found. */
  at: z.string(),
  /** Votes of this voter on the page that were not taken back. 0 for a group. */
  votes: z.number().int(),
  /** How many of them are in quarantine. */
  quarantined: z.number().int(),
  /**
   * `open`: votes count and nobody has decided; `quarantined`: no vote counts; `released`: an operator has released
   * votes, and the server leaves them alone.
   */
  state: z.enum(['open', 'quarantined', 'released']),
})
export type Suspicion = z.infer<typeof Suspicion>

/** The newest first, at most `MOST_SUSPICIONS`. */
export const Suspicions = z.object({ suspicions: z.array(Suspicion) })
export type Suspicions = z.infer<typeof Suspicions>

export const SuspicionRequest = z.object({
  voter: z.string().min(1).max(200),
  /** Default for a quarantine: the finding; for a release: that an operator found no attack. */
  reason: z.string().trim().min(1).max(1000).optional(),
})
export type SuspicionRequest = z.infer<typeof SuspicionRequest>

export const SuspicionReceipt = z.object({
  arena: z.string(),
  voter: z.string(),
  quarantined: z.boolean(),
  /** How many votes changed. */
  votes: z.number().int(),
})
export type SuspicionReceipt = z.infer<typeof SuspicionReceipt>
