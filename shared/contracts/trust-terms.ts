import { z } from 'zod'

/** The requirements that a judge must meet before its votes count beside people's. */
export const TrustTerms = z.strictObject({
  minAgreement: z
    .number()
    .min(0)
    .max(1)
    .default(0.75)
    .describe('The share of pairs decided by both judge and people on which they must pick the same answer.'),
  minVotes: z
    .number()
    .int()
    .min(1)
    .default(50)
    .describe('Shared pairs that are needed before a judge is rated.'),
  recheckDays: z.number().positive().default(30).describe('Days after which a calibration is due again.'),
})
export type TrustTerms = z.infer<typeof TrustTerms>
