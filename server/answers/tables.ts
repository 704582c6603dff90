/** The table of answers. */
import type { ColumnType, Generated, GeneratedAlways, Selectable } from 'kysely'
import type { DrawingFailure, TranscriptStep, WireMessage } from '../../shared/contracts/index.ts'
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
  /** What the agent did before its answer, at least one step. Null: nothing is known, or it did nothing. */
  transcript: ColumnType<TranscriptStep[] | null, string | null | undefined, string | null>
  /** The ids of its run in another tool: `run_id`, `trace_id`, `session_id`, `observation_id`, `span_id`. */
  run: ColumnType<Record<string, string> | null, string | null | undefined, string | null>
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
  /** The rules by which leaks were searched in it; null: not yet. */
  leak_rules: Generated<string | null>
  /** The words that speak to a judge; null: there are none. */
  injection: Generated<string | null>
  /** The rules by which such words were searched in it; null: not yet. */
  injection_rules: Generated<string | null>
  /** Since when its text is `ERASED`; null: it has its text. */
  erased_at: Generated<Date | null>
  /** A PNG for each turn, empty where it is no page or could not be drawn; null: not drawn. */
  drawn: Generated<Buffer[] | null>
  /** How they were drawn; null: not yet, or by a version that did not note it. */
  drawing: JsonOrNull<Drawing>
}

export interface Drawing {
  /** Of the way in which pages are drawn. */
  version: number
  /** How often it was tried until every page was drawn. */
  tries: number
  /** By turn, why it has no picture; null: it has one, or is no page. */
  failures: (DrawingFailure | null)[]
}

/** What a contestant answered: its text, or its turns; what it had retrieved; and what it did before. */
export type AnswerContent = Pick<Selectable<AnswerTable>, 'text' | 'turns' | 'context' | 'transcript'>

/** An answer that names its model or maker, or a prompt that asks for it. */
interface LeakTable {
  arena_id: number
  id: GeneratedAlways<number>
  answer_id: number | null
  prompt_id: number | null
  /** The telling words. */
  found: string
  reason: string
  finding: ColumnType<WireMessage, string, never>
  at: Date
  released_at: Generated<Date | null>
  released_by: Generated<'operator' | 'rules' | null>
  released_because: Generated<string | null>
}

declare module '../platform/schema.ts' {
  interface Database {
    answers: AnswerTable
    leaks: LeakTable
  }
}
