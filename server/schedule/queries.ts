import { type Kysely, type Selectable, type Transaction, type Updateable, sql } from 'kysely'
import type { Database } from '../platform/schema.ts'
import type { ScheduleEntryTable, ScheduleOccurrenceTable } from './tables.ts'

export type StoredEntry = Selectable<ScheduleEntryTable>
export type Occurrence = Selectable<ScheduleOccurrenceTable>

/** The class of the advisory locks of schedules; the second number is the arena. */
const SCHEDULE = 0x5c4ed

/** Locks the schedule of the arena until the end of the transaction. */
export async function lockSchedule(trx: Transaction<Database>, arenaId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${SCHEDULE}::integer, ${arenaId})`.execute(trx)
}

export const selectEntries = (db: Kysely<Database>, arenaId: number): Promise<StoredEntry[]> =>
  db.selectFrom('schedule_entries').selectAll().where('arena_id', '=', arenaId).execute()

/** Lets all entries of the arena begin anew: times that came before are not made up. */
export async function restartEntries(
  trx: Transaction<Database>,
  arenaId: number,
  since: Date,
): Promise<void> {
  await trx.updateTable('schedule_entries').set({ since }).where('arena_id', '=', arenaId).execute()
}

/** Occurrences that wait or work, the longest due first. */
export const selectOpenOccurrences = (db: Kysely<Database>, arenaId: number): Promise<Occurrence[]> =>
  db
    .selectFrom('schedule_occurrences')
    .selectAll()
    .where('arena_id', '=', arenaId)
    .where('ended_at', 'is', null)
    .orderBy('due_at')
    .orderBy('id')
    .execute()

/** Changes an open occurrence. */
export async function updateOccurrence(
  db: Kysely<Database>,
  { arena_id, id }: Pick<Occurrence, 'arena_id' | 'id'>,
  change: Updateable<ScheduleOccurrenceTable>,
): Promise<Occurrence> {
  return db
    .updateTable('schedule_occurrences')
    .set(change)
    .where('arena_id', '=', arena_id)
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .returningAll()
    .executeTakeFirstOrThrow()
}
