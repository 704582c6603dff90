/** The table of decisions between two contestants. */
import type { ColumnType, GeneratedAlways } from 'kysely'
import type { Comparison } from '../../shared/contracts/index.ts'

export interface PairDecisionTable {
  arena_id: number
  id: GeneratedAlways<number>
  /** The pair, view and gate, as canonical JSON. */
  question: string
  votes_sha256: string
  comparison: ColumnType<Comparison, string, never>
  decided_at: Date
}

declare module '../platform/schema.ts' {
  interface Database {
    pair_decisions: PairDecisionTable
  }
}
