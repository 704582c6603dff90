/** Putting votes into quarantine, and letting them out again. */
import { z } from 'zod'

export const MOST_QUARANTINED = 1000

export const QuarantineRequest = z.object({
  /** Ids as in an export of votes. */
  votes: z.array(z.number().int().positive()).min(1).max(MOST_QUARANTINED),
  reason: z.string().trim().min(1).max(1000),
})
export type QuarantineRequest = z.infer<typeof QuarantineRequest>

export const QuarantineReceipt = z.object({
  arena: z.string(),
  quarantined: z.boolean(),
  /** Those for which this was new. */
  votes: z.array(z.number().int()),
})
export type QuarantineReceipt = z.infer<typeof QuarantineReceipt>
