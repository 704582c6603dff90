/** Named tokens of operators. */
import { z } from 'zod'
import { AUDIT_ACTS } from './limits.ts'
import { integerSchema, pageSchema, PageRequest } from './pieces.ts'

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
  id: integerSchema,
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
export const CurrentToken = z.object({
  name: z.string().nullable().describe('Null: the admin token.'),
  role: OperatorRole,
  importMegabytes: integerSchema.describe('How many megabytes an import may have.'),
})
export type CurrentToken = z.infer<typeof CurrentToken>

// The audit log: actions of operators.

export const AuditAct = z.enum(AUDIT_ACTS)
export type AuditAct = z.infer<typeof AuditAct>

export const AuditEntry = z.object({
  id: integerSchema,
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
export const AuditLog = pageSchema('entries', AuditEntry)
export type AuditLog = z.infer<typeof AuditLog>

/** Asks for one part of the log. */
export const AuditRequest = PageRequest.extend({
  find: z.string().max(200).optional().describe('A part of the details or of the name of a token.'),
  act: AuditAct.optional().describe('Only entries of this act.'),
})
export type AuditRequest = z.infer<typeof AuditRequest>

// Notices of events in arenas, for a webhook.

export const NoticeEvent = z.enum(['run_finished', 'run_stopped', 'budget_spent', 'decided'])
export type NoticeEvent = z.infer<typeof NoticeEvent>

/** What a webhook receives, signed. */
export const SentNotice = z.object({
  /** The same in every attempt, so that a receiver can recognise a repetition. */
  id: z.uuid(),
  event: NoticeEvent,
  arena: z.string(),
  title: z.string(),
  /** When the event happened. */
  at: z.string(),
  /** The event as a sentence. */
  text: z.string(),
  /** The board's address. Null: the server knows no address of its own. */
  board: z.string().nullable(),
})
export type SentNotice = z.infer<typeof SentNotice>
