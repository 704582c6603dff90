/** The tables of arenas. */
import type { ColumnType, Generated, GeneratedAlways, Selectable } from 'kysely'
import type {
  ArenaSettings,
  Decision,
  SealedPlan,
  ProviderOptions,
  ProviderType,
  Visibility,
} from '../../shared/contracts/index.ts'

export interface ArenaTable {
  id: GeneratedAlways<number>
  slug: string
  title: string
  description: Generated<string>
  visibility: Generated<Visibility>
  criteria: string[]
  revision: Generated<number>
  /** How many voters were erased. */
  erased_voters: Generated<number>
  created_at: Generated<Date>
  /** Null: it is in use. */
  archived_at: Generated<Date | null>
  settings: ColumnType<ArenaSettings, string | undefined, string>
}

export interface ProviderTable {
  arena_id: number
  name: string
  type: ProviderType
  base_url: string | null
  api_key_env: string | null
  concurrency: number | null
  requests_per_minute: number | null
  /** Its address came over HTTP, so only a public one may be called. */
  public_only: Generated<boolean>
  options: ColumnType<ProviderOptions, string | undefined, string>
}

export type ArenaProvider = Selectable<ProviderTable>

interface VoteCountTable {
  arena_id: number
  public: boolean
  since: string
  counts: unknown
  written_by: string
}

interface SealTable {
  arena_id: number
  id: GeneratedAlways<number>
  sealed_at: Date
  seal: string
  plan: ColumnType<SealedPlan, string, never>
  /** Whether the votes that decide had begun. */
  is_late: boolean
}

interface DecisionTable {
  arena_id: number
  decided_at: Date
  decision: ColumnType<Decision, string, never>
  txid: Generated<string>
}

declare module '../platform/schema.ts' {
  interface Database {
    arenas: ArenaTable
    seals: SealTable
    decisions: DecisionTable
    providers: ProviderTable
    vote_counts: VoteCountTable
  }
}
