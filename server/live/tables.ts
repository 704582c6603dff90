/** The tables of live battles. */
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { TranscriptStep, WireMessage } from '../../shared/contracts/index.ts'
import type { JsonOrNull } from '../platform/column-types.ts'

export interface ConversationTable {
  arena_id: number
  id: string
  voter: string
  criterion: string
  left_contestant_id: number
  right_contestant_id: number
  pair_probability: number | null
  started_at: Date
  /** Since when its texts are erased; null: it has them. */
  erased_at: Generated<Date | null>
}

/** An answer of one turn, as its provider reported it. */
export interface LiveAnswer {
  text: string
  transcript: TranscriptStep[] | null
  finishReason: string
  model: string
  inputTokens: number
  cachedInputTokens: number
  outputTokens: number
  costUsd: number | null
  latencyMs: number
  /** How long its first word took, in ms. */
  firstMs: number | null
}

export interface TurnTable {
  arena_id: number
  conversation_id: string
  number: number
  text: string
  status: 'answering' | 'answered' | 'failed' | 'stopped'
  attempts: Generated<number>
  problem: ColumnType<WireMessage | null, string | null | undefined, string | null>
  left_answer: JsonOrNull<LiveAnswer>
  right_answer: JsonOrNull<LiveAnswer>
  battle_id: Generated<string | null>
  started_at: Date
  alive_at: Date
  finished_at: Generated<Date | null>
}

interface RefusalTable {
  arena_id: number
  id: GeneratedAlways<number>
  text: Generated<string | null>
  /** Who wrote the text; null without one. */
  voter: Generated<string | null>
  refused_at: Date
}

interface SpendingTable {
  arena_id: number
  scope: string
  day: string | null
  spent_usd: Generated<number>
  reserved_usd: Generated<number>
}

interface CallTable {
  arena_id: number
  id: GeneratedAlways<number>
  conversation_id: string
  turn: number
  side: 'left' | 'right'
  scopes: string[]
  provider: string
  model: string
  status: 'under_way' | 'ok' | 'failed'
  cause: Generated<string | null>
  reserved_usd: number
  cost_usd: Generated<number | null>
  started_at: Date
  finished_at: Generated<Date | null>
}

declare module '../platform/schema.ts' {
  interface Database {
    live_conversations: ConversationTable
    live_turns: TurnTable
    live_refusals: RefusalTable
    live_spending: SpendingTable
    live_calls: CallTable
  }
}
