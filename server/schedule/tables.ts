/** The tables of schedules. */
import type { Generated, GeneratedAlways } from 'kysely'
import type { OccurrenceState, ScheduleEntry, WireMessage } from '../../shared/contracts/index.ts'
import type { JsonOrNull } from '../platform/column-types.ts'

export interface ScheduleEntryTable {
  arena_id: number
  name: string
  timing: string
  since: Date
  paused_at: Generated<Date | null>
}

/** One time of an entry. */
export interface ScheduleOccurrenceTable {
  arena_id: number
  id: GeneratedAlways<number>
  entry: string
  does: ScheduleEntry['does']
  due_at: Date
  state: OccurrenceState
  run_ids: Generated<number[]>
  started_at: Generated<Date | null>
  ended_at: Generated<Date | null>
  work: JsonOrNull<Record<string, unknown>>
  result: JsonOrNull<Record<string, unknown>>
  finding: JsonOrNull<WireMessage>
}

declare module '../platform/schema.ts' {
  interface Database {
    schedule_entries: ScheduleEntryTable
    schedule_occurrences: ScheduleOccurrenceTable
  }
}
