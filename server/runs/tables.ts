/** The tables of runs and their calls. */
import type { ColumnType, Generated, GeneratedAlways, Selectable } from 'kysely'
import type { CodedMessage } from '../../shared/messages/index.ts'
import type { JudgeStop, RunStatus, TranscriptStep, Verdicts } from '../../shared/contracts/index.ts'
import type { Json, JsonOrNull } from '../platform/column-types.ts'

export interface RunTable {
  arena_id: number
  id: GeneratedAlways<number>
  kind: 'run' | 'judge' | 'challenge'
  status: RunStatus
  plan: Json<Record<string, unknown>>
  budget_usd: number | null
  spent_usd: Generated<number>
  reserved_usd: Generated<number>
  started_at: Date
  ended_at: Date | null
  cause: Generated<string | null>
  /** The line of the cause as a message; null in rows that are older than the column too. */
  finding: JsonOrNull<CodedMessage>
  planned_at: Generated<Date | null>
  /** By judge version, those that are stopped: their judgements are set aside until the run continues. */
  stopped_judges: JsonOrNull<Record<string, StoppedJudge>>
}

export interface StoppedJudge extends Omit<JudgeStop, 'finding'> {
  finding: CodedMessage
  judge: string
  model: string
  /** The call that brought the last reply without a verdict; null: there is none. */
  call: number | null
}

export type Run = Selectable<RunTable>

interface CallTable {
  arena_id: number
  id: GeneratedAlways<number>
  run_id: number
  purpose: 'answer' | 'judgement' | 'check'
  judgement_id: string | null
  shown: 'first' | 'second' | null
  prompt_id: number | null
  contestant_id: number | null
  /** The number of the answer among the contestant's answers to the prompt, from 1. */
  sample: Generated<number>
  turn: Generated<number | null>
  inputs_sha256: Generated<string | null>
  provider: string
  model: string
  status: 'under_way' | 'ok' | 'failed'
  cause: string | null
  gave_up: Generated<boolean>
  reply: string | null
  verdicts: JsonOrNull<Verdicts>
  /** What an agent did before its reply. */
  transcript: ColumnType<TranscriptStep[] | null, string | null | undefined, string | null>
  finish_reason: string | null
  model_reported: string | null
  input_tokens: number | null
  cached_input_tokens: number | null
  output_tokens: number | null
  reserved_usd: number
  cost_usd: number | null
  latency_ms: number | null
  started_at: Date
  finished_at: Date | null
}

declare module '../platform/schema.ts' {
  interface Database {
    runs: RunTable
    calls: CallTable
  }
}
