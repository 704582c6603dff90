/** The tables as Kysely sees them. The rules that must never break stand in migrations/ as constraints. */
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type {
  ArenaSettings,
  Message,
  Outcome,
  Rubric,
  Verdicts,
  Visibility,
  VoteSource,
} from '../../shared/contracts/index.ts'
import type { AdminTables } from './admin-schema.ts'
import type { CheckTables } from './check-schema.ts'
import type { ClimbTables } from './climb-schema.ts'
import type { TrialTables } from './trial-schema.ts'

type JsonOrNull<T> = ColumnType<T | null, string | null | undefined, string | null>
type Json<T> = ColumnType<T, string, string>
/** An empty object unless given. */
type JsonObject = ColumnType<Record<string, unknown>, string | undefined, string>

export interface ArenaTable {
  id: GeneratedAlways<number>
  slug: string
  title: string
  description: Generated<string>
  visibility: Generated<Visibility>
  criteria: string[]
  revision: Generated<number>
  created_at: Generated<Date>
  settings: ColumnType<ArenaSettings, string | undefined, string>
}

export interface ContestantTable {
  arena_id: number
  id: GeneratedAlways<number>
  slug: string
  name: string
  model: string | null
  system: string | null
  retired_at: Date | null
  provider: Generated<string | null>
  template: Generated<string | null>
  params: JsonObject
  owner: Generated<string | null>
  family: Generated<string | null>
  control_of: Generated<string | null>
}

export interface PromptTable {
  arena_id: number
  id: GeneratedAlways<number>
  key: string
  messages: JsonOrNull<Message[]>
  category: string | null
  reference: string | null
  variables: JsonOrNull<Record<string, unknown>>
  context: JsonOrNull<string[]>
  retired_at: Generated<Date | null>
  retired_by: Generated<'file' | 'admin' | null>
}

export interface AnswerTable {
  arena_id: number
  id: GeneratedAlways<number>
  prompt_id: number
  contestant_id: number
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

export interface BattleTable {
  arena_id: number
  id: string
  criterion: string
  prompt_id: number | null
  left_contestant_id: number
  right_contestant_id: number
  left_answer_id: number | null
  right_answer_id: number | null
  voter: string
  origin: 'page' | 'import' | 'simulation' | 'judging' | 'calibration'
  shown_at: Date
  expires_at: Date | null
  judgement_id: Generated<string | null>
  repeat_of: Generated<string | null>
}

export interface VoteTable {
  arena_id: number
  id: GeneratedAlways<number>
  battle_id: string
  voter: string
  outcome: Outcome
  source: VoteSource
  inconsistent: Generated<boolean>
  reason: string | null
  flags: Generated<string[]>
  cast_at: Date
  recorded_at: Date
  import_key: string | null
  txid: Generated<string>
}

export interface RetractionTable {
  arena_id: number
  vote_id: number
  retracted_at: Date
  txid: Generated<string>
}

export interface QuarantineTable {
  arena_id: number
  id: GeneratedAlways<number>
  vote_id: number
  released: boolean
  reason: string
  at: Date
  txid: Generated<string>
}

export interface ProviderTable {
  arena_id: number
  name: string
  type: 'openai' | 'anthropic'
  base_url: string | null
  api_key_env: string
  concurrency: number | null
  requests_per_minute: number | null
}

export interface RubricTable {
  arena_id: number
  sha256: string
  name: string
  rubric: Json<Rubric>
}

export interface JudgeTable {
  arena_id: number
  name: string
  family: string | null
  criteria: string[] | null
  categories: string[] | null
  form: 'pairwise' | 'listwise'
  list_size: number
  ask: 'together' | 'apart'
  version_sha256: string
  active: Generated<boolean>
}

export interface JudgeVersionTable {
  arena_id: number
  id: GeneratedAlways<number>
  judge: string
  provider: string
  model: string
  params: JsonObject
  rubric_sha256: string
  sha256: string
  created_at: Date
}

export interface RunTable {
  arena_id: number
  id: GeneratedAlways<number>
  kind: 'run' | 'judge' | 'challenge'
  status: 'running' | 'paused' | 'cancelled' | 'budget_reached' | 'done'
  plan: Json<Record<string, unknown>>
  budget_usd: number | null
  spent_usd: Generated<number>
  reserved_usd: Generated<number>
  started_at: Date
  ended_at: Date | null
  cause: Generated<string | null>
  planned_at: Generated<Date | null>
}

export interface JudgementTable {
  arena_id: number
  id: string
  run_id: number
  judge_version_id: number
  form: 'pairwise' | 'listwise'
  criteria: string[]
  prompt_id: number
  answer_ids: number[]
  repeat: Generated<number>
  place: number
  status: 'planned' | 'done' | 'failed'
  cause: string | null
  attempts: Generated<number>
  planned_at: Date
  finished_at: Date | null
  climb_epoch: Generated<number | null>
}

export interface CallTable {
  arena_id: number
  id: GeneratedAlways<number>
  run_id: number
  purpose: 'answer' | 'judgement' | 'check'
  judgement_id: string | null
  shown: 'first' | 'second' | null
  prompt_id: number | null
  contestant_id: number | null
  turn: Generated<number | null>
  inputs_sha256: Generated<string | null>
  provider: string
  model: string
  status: 'under_way' | 'ok' | 'failed'
  cause: string | null
  gave_up: Generated<boolean>
  reply: string | null
  verdicts: JsonOrNull<Verdicts>
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

export interface LeftOutPairTable {
  arena_id: number
  judge: string
  criterion: string
  prompt_id: number
  lesser_answer_id: number
  greater_answer_id: number
  lesser_passes: boolean
  greater_passes: boolean
  checks: string[]
  place: number
  counted_at: Date | null
}

export interface SnapshotTable {
  arena_id: number
  id: GeneratedAlways<number>
  view_key: string
  kept: boolean
  preview: Generated<boolean>
  basis: string
  board: string
  etag: string
  computed_at: Date
}

export interface SecretTable {
  name: string
  value: Buffer
}

export interface Database extends TrialTables, AdminTables, ClimbTables, CheckTables {
  arenas: ArenaTable
  contestants: ContestantTable
  prompts: PromptTable
  answers: AnswerTable
  battles: BattleTable
  votes: VoteTable
  retractions: RetractionTable
  providers: ProviderTable
  rubrics: RubricTable
  judges: JudgeTable
  judge_versions: JudgeVersionTable
  runs: RunTable
  judgements: JudgementTable
  calls: CallTable
  left_out_pairs: LeftOutPairTable
  quarantines: QuarantineTable
  snapshots: SnapshotTable
  secrets: SecretTable
}
