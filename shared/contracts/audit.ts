/** The audit log: actions of operators. */
import { z } from 'zod'

export const AuditAct = z.enum([
  'arena_created',
  'arena_changed',
  'visibility_changed',
  'contestant_retired',
  'contestant_restored',
  'prompts_retired',
  'prompts_restored',
  'judging_started',
  'judging_paused',
  'judging_resumed',
  'judging_cancelled',
  'budget_changed',
  'schedule_paused',
  'schedule_resumed',
  'challenge_started',
  'votes_quarantined',
  'votes_released',
  'attack_suspected',
  'leaks_searched',
  'leaks_released',
  'leaks_held',
  'voter_erased',
  'text_erased',
  'simulated_votes_removed',
  'labelling_link_made',
  'labelling_link_withdrawn',
  'closing_changed',
  'invitations_made',
  'pairs_shared',
  'invitation_withdrawn',
  'invitation_renewed',
  'texts_exported',
  'opened_for_editing',
  'arena_archived',
  'arena_unarchived',
  'arena_removed',
  'token_made',
  'token_withdrawn',
])
export type AuditAct = z.infer<typeof AuditAct>

export const AuditEntry = z.object({
  id: z.number().int(),
  at: z.string(),
  /** Who acted: somebody with a token, somebody at the terminal, or the server itself. */
  actor: z.enum(['token', 'terminal', 'server']),
  /** The name of the token. Absent: the admin token, or none. */
  token: z.string().optional(),
  act: AuditAct,
  details: z.record(z.string(), z.unknown()),
})
export type AuditEntry = z.infer<typeof AuditEntry>

/** Newest first. */
export const AuditLog = z.object({
  entries: z.array(AuditEntry),
  /** The value of `before` for the next part of the list. Null: this is the last part. */
  before: z.number().int().nullable(),
})
export type AuditLog = z.infer<typeof AuditLog>

/** Asks for one part of the log. */
export const AuditRequest = z.object({
  find: z.string().max(200).optional().describe('A part of the details or of the name of a token.'),
  act: AuditAct.optional().describe('Only entries of this act.'),
  before: z.coerce.number().int().positive().optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
})
export type AuditRequest = z.infer<typeof AuditRequest>

/** Asks for one part of a list, newest first. */
export const PageRequest = z.object({
  before: z.coerce.number().int().positive().optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
})
export type PageRequest = z.infer<typeof PageRequest>
