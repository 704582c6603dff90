/** The table of board snapshots. */
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

export interface RatingTables {
  snapshots: SnapshotTable
}
