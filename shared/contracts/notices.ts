/** Notices of events in arenas, and where their delivery stands. */
import { z } from 'zod'
import { WireMessage } from './wire-message.ts'

export const NoticeKind = z.enum([
  'decided',
  'decision_fell',
  'judge_drifted',
  'judge_due',
  'budget_spent',
  'votes_quarantined',
  'gate_fell',
  'schedule_failed',
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
  attempts: z.number().int(),
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
