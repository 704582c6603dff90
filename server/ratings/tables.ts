/** The tables of boards. */
import type { Generated, GeneratedAlways } from 'kysely'

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

/** One row for each tracked view. */
export interface DeclaredPairsTable {
  arena_id: number
  view_key: string
  /** JSON of DeclaredPairs. */
  pairs: string
}

export interface RatingTables {
  snapshots: SnapshotTable
  declared_pairs: DeclaredPairsTable
}
