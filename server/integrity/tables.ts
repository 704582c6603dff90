/** The table of quarantined votes. */
import type { Generated, GeneratedAlways } from 'kysely'

export interface QuarantineTable {
  arena_id: number
  id: GeneratedAlways<number>
  vote_id: number
  released: boolean
  reason: string
  at: Date
  txid: Generated<string>
}

export interface IntegrityTables {
  quarantines: QuarantineTable
}
