/** The people who vote in an arena, as operators see them. */
import { z } from 'zod'

export const AdminVoter = z.object({
  voter: z.string().describe('The id, as in votes and exports.'),
  name: z.string().nullable().describe('Whom the operator invited; null for anybody else.'),
  group: z.string().nullable(),
  votes: z.number().int().describe('Votes cast on the page and not taken back.'),
  quarantined: z.number().int().describe('How many of them are in quarantine.'),
  lastVoteAt: z.string(),
  shared: z
    .number()
    .int()
    .describe('Counted votes of others on the same pairs of answers as counted votes of this voter.'),
  same: z.number().int().describe('How many of these say the same. Tie and both bad are one choice.'),
})
export type AdminVoter = z.infer<typeof AdminVoter>

export const AdminVoters = z.object({
  voters: z.array(AdminVoter).describe('Those who voted last come first.'),
  more: z.boolean().describe('Whether there are more voters than these.'),
})
export type AdminVoters = z.infer<typeof AdminVoters>
