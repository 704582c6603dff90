/** The tables as Kysely sees them. The rules that must never break stand in migrations/ as constraints. */
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { Message, Outcome, Visibility, VoteSource } from '../../shared/contracts/index.ts'

type JsonOrNull<T> = ColumnType<T | null, string | null | undefined, string | null>

export interface ArenaTable {
  id: GeneratedAlways<number>
  slug: string
  title: string
  description: Generated<string>
  visibility: Generated<Visibility>
  criteria: string[]
  revision: Generated<number>
  created_at: Generated<Date>
}

export interface ContestantTable {
  arena_id: number
  id: GeneratedAlways<number>
  slug: string
  name: string
  model: string | null
  system: string | null
  retired_at: Date | null
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
  origin: 'page' | 'import' | 'simulation'
  shown_at: Date
  expires_at: Date | null
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

export interface Database {
  arenas: ArenaTable
  contestants: ContestantTable
  prompts: PromptTable
  answers: AnswerTable
  battles: BattleTable
  votes: VoteTable
  retractions: RetractionTable
  quarantines: QuarantineTable
  snapshots: SnapshotTable
  secrets: SecretTable
}
