/** Named tokens of operators. */
import { z } from 'zod'
import { whole, pageOf, PageRequest } from './pieces.ts'
import { WireMessage } from './problem.ts'

/** `read`: sees all that operators see. `run`: also runs what is set up. `admin`: everything. */
export const OperatorRole = z.enum(['read', 'run', 'admin'])
export type OperatorRole = z.infer<typeof OperatorRole>

const TokenName = z
  .string()
  .trim()
  .regex(/^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,39}$/u)

export const OperatorTokenRequest = z.strictObject({
  name: TokenName.describe('Who has it, as the log will name it. A name is used once.'),
  role: OperatorRole,
})
export type OperatorTokenRequest = z.infer<typeof OperatorTokenRequest>

/** A token as operators see it, without the token itself. */
export const OperatorToken = z.object({
  id: whole,
  name: z.string(),
  role: OperatorRole,
  madeAt: z.string(),
  withdrawnAt: z.string().nullable(),
})
export type OperatorToken = z.infer<typeof OperatorToken>

/** A new token. Only this response contains it. */
export const NewOperatorToken = OperatorToken.extend({ token: z.string() })
export type NewOperatorToken = z.infer<typeof NewOperatorToken>

/** Whose token a request carries. */
export const OwnToken = z.object({
  name: z.string().nullable().describe('Null: the admin token.'),
  role: OperatorRole,
  importMegabytes: whole.describe('How many megabytes an import may have.'),
})
export type OwnToken = z.infer<typeof OwnToken>

// The audit log: actions of operators.

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
  'live_reopened',
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
  'voting_closed',
  'voting_opened',
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
  id: whole,
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
export const AuditLog = pageOf('entries', AuditEntry)
export type AuditLog = z.infer<typeof AuditLog>

/** Asks for one part of the log. */
export const AuditRequest = PageRequest.extend({
  find: z.string().max(200).optional().describe('A part of the details or of the name of a token.'),
  act: AuditAct.optional().describe('Only entries of this act.'),
})
export type AuditRequest = z.infer<typeof AuditRequest>

// Notices of events in arenas, and where their delivery stands.

export const NoticeKind = z.enum([
  'decided',
  'decision_fell',
  'judge_drifted',
  'judge_due',
  'budget_spent',
  'votes_quarantined',
  'gate_fell',
  'schedule_failed',
  'voting_closed',
])
export type NoticeKind = z.infer<typeof NoticeKind>

/** `waiting`: it is sent at the next attempt · `delivered` · `failed`: no attempt succeeded in three days. */
export const NoticeState = z.enum(['waiting', 'delivered', 'failed'])
export type NoticeState = z.infer<typeof NoticeState>

export const NoticeFormat = z.enum(['json', 'slack'])
export type NoticeFormat = z.infer<typeof NoticeFormat>

/** What a webhook receives in the format `json`. */
export const SentNotice = z.object({
  id: z.uuid(),
  kind: NoticeKind,
  arena: z.string(),
  title: z.string(),
  /** When the event happened. */
  at: z.string(),
  /** The event as a sentence, in the language of the setting. */
  text: z.string(),
  /** The same as code and values. */
  finding: WireMessage,
  /** The board's address. Null: the server knows no address of its own. */
  board: z.string().nullable(),
})
export type SentNotice = z.infer<typeof SentNotice>

export const Notice = z.object({
  id: z.uuid(),
  kind: NoticeKind,
  arena: z.string(),
  at: z.string(),
  message: z.string(),
  finding: WireMessage,
  state: NoticeState,
  attempts: whole,
  /** Why the last attempt failed. Null: none failed, or it is delivered. */
  lastError: z.object({ message: z.string(), finding: WireMessage }).nullable(),
  nextAttempt: z.string().nullable(),
  deliveredAt: z.string().nullable(),
})
export type Notice = z.infer<typeof Notice>

/** The newest notices, newest first. */
export const Notices = z.object({
  /** The host that receives notices. Null: no address is set. */
  host: z.string().nullable(),
  notices: z.array(Notice),
})
export type Notices = z.infer<typeof Notices>
