/** Putting votes into quarantine and releasing them. */
import { z } from 'zod'
import { PageRequest } from './audit.ts'
import { Flag } from './battle.ts'
import { WireMessage } from './wire-message.ts'
import { Outcome, VoteSource } from './outcome.ts'

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
  /** The votes that changed. */
  votes: z.array(z.number().int()),
})
export type QuarantineReceipt = z.infer<typeof QuarantineReceipt>

/** Filters of the list of votes for operators. */
export const VotesRequest = PageRequest.extend({
  source: VoteSource.optional(),
  voter: z.string().min(1).max(200).optional(),
  /** `true`: only votes that are in quarantine now. */
  quarantined: z.enum(['true', 'false']).optional(),
  /** `true`: only votes whose voter reported a problem. */
  flagged: z.enum(['true', 'false']).optional(),
})
export type VotesRequest = z.infer<typeof VotesRequest>

export const AdminVote = z.object({
  id: z.number().int(),
  left: z.string(),
  right: z.string(),
  outcome: Outcome,
  source: VoteSource,
  voter: z.string(),
  /** The key of the prompt. Null if it is not known. */
  prompt: z.string().nullable(),
  criterion: z.string(),
  castAt: z.string(),
  /** The problems with the pair that the voter reported. */
  flags: z.array(Flag),
  /** The voter's reason, in the voter's own words. Null: none given. */
  said: z.string().nullable(),
  /** Why and since when it is in quarantine; `finding` where the server itself put it there. Null: it is not. */
  quarantine: z.object({ reason: z.string(), finding: WireMessage.optional(), at: z.string() }).nullable(),
})
export type AdminVote = z.infer<typeof AdminVote>

/** Votes that were not retracted, newest first. */
export const AdminVotes = z.object({
  votes: z.array(AdminVote),
  /** The value of `before` for the next part of the list. Null: this is the last part. */
  before: z.number().int().nullable(),
})
export type AdminVotes = z.infer<typeof AdminVotes>

export const SimulatedRemoval = z.object({ arena: z.string(), removed: z.number().int() })
export type SimulatedRemoval = z.infer<typeof SimulatedRemoval>
