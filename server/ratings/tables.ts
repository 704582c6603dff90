/** The tables of boards. */
import type { GeneratedAlways } from 'kysely'

export interface SnapshotTable {
  arena_id: number
  id: GeneratedAlways<number>
  view_key: string
  tracked: boolean
  data_version: string
  board: string
  etag: string
  computed_at: Date
}

/** One row for each tracked view. */
/** The ratings of a day before the first stored board of a view. */
interface PastBoardTable {
  arena_id: number
  view_key: string
  /** In UTC. */
  day: Date
  /** What it has to be counted from, and what it was counted from; null: not counted yet. */
  data_version: string
  counted_version: string | null
  /** JSON of HistoryPoint. */
  point: string | null
}

declare module '../platform/schema.ts' {
  interface Database {
    snapshots: SnapshotTable
    past_boards: PastBoardTable
  }
}
