/** The table of answers. */
import type { Generated, GeneratedAlways } from 'kysely'
import type { JsonOrNull } from '../platform/column-types.ts'

export interface AnswerTable {
  arena_id: number
  id: GeneratedAlways<number>
  prompt_id: number
  contestant_id: number
  /** Counts from 1. */
  sample: Generated<number>
  text: string | null
  turns: JsonOrNull<string[]>
  context: JsonOrNull<string[]>
  text_sha256: string
  characters: number
  words: number
  tokens: number | null
  cost_usd: number | null
  latency_ms: number | null
  inputs_sha256: Generated<string | null>
  finish_reason: Generated<string | null>
  input_tokens: Generated<number | null>
  cached_input_tokens: Generated<number | null>
  model_reported: Generated<string | null>
  made_at: Generated<Date | null>
}

export interface AnswerTables {
  answers: AnswerTable
}
