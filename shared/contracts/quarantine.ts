/** Putting votes into quarantine, and letting them out again. */
import { z } from 'zod'
import { PageRequest } from './audit.ts'
import { Flag } from './battle.ts'
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
  /** Those for which this was new. */
  votes: z.array(z.number().int()),
})
export type QuarantineReceipt = z.infer<typeof QuarantineReceipt>

/** Which votes an operator looks through. */
export const VotesRequest = PageRequest.extend({
  source: VoteSource.optional(),
  voter: z.string().min(1).max(200).optional(),
  /** `true`: only those that are in quarantine now. */
  quarantined: z.enum(['true', 'false']).optional(),
  /** `true`: only those whose voter said that something is wrong. */
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
  /** Its key; null where that is not known. */
  prompt: z.string().nullable(),
  criterion: z.string(),
  castAt: z.string(),
  /** What its voter said is wrong with the pair. */
  flags: z.array(Flag),
  /** Why it was cast, in its voter's words; null: nothing was said. */
  said: z.string().nullable(),
  /** Why it is in quarantine, and since when; null: it counts. */
  quarantine: z.object({ reason: z.string(), at: z.string() }).nullable(),
})
export type AdminVote = z.infer<typeof AdminVote>

/** Standing votes, newest first. */
export const AdminVotes = z.object({
  votes: z.array(AdminVote),
  /** For `before`, to read on; null: there is no more. */
  before: z.number().int().nullable(),
})
export type AdminVotes = z.infer<typeof AdminVotes>

export const SimulatedRemoval = z.object({ arena: z.string(), removed: z.number().int() })
export type SimulatedRemoval = z.infer<typeof SimulatedRemoval>
