import type { Insertable, Kysely, Selectable, Transaction, Updateable } from 'kysely'
import { sql } from 'kysely'
import type { Arena } from '../arenas/index.ts'
import type { Database } from '../platform/schema.ts'
import type { ScheduleEntryTable, ScheduleOccurrenceTable } from './tables.ts'

export type StoredEntry = Selectable<ScheduleEntryTable>
export type Occurrence = Selectable<ScheduleOccurrenceTable>

/** The class of the advisory locks of schedules; the second number is the arena. */
const SCHEDULE = 0x5c4ed

/** Arenas in use that have a schedule now, or had one whose work is not over. */
export async function selectScheduledArenas(db: Kysely<Database>): Promise<Arena[]> {
  return db
    .selectFrom('arenas')
    .selectAll()
    .where(
      sql<boolean>`settings ? 'schedule' or id in (select arena_id from schedule_entries)
        or id in (select arena_id from schedule_occurrences where ended_at is null)`,
    )
    .where('archived_at', 'is', null)
    .orderBy('id')
    .execute()
}

/** Locks the schedule of the arena until the end of the transaction. */
export async function lockSchedule(trx: Transaction<Database>, arenaId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${SCHEDULE}::integer, ${arenaId})`.execute(trx)
}

export const selectEntries = (db: Kysely<Database>, arenaId: number): Promise<StoredEntry[]> =>
  db.selectFrom('schedule_entries').selectAll().where('arena_id', '=', arenaId).execute()

/** Stores an entry; one of the same name begins anew and stays paused. */
export async function upsertEntry(
  db: Kysely<Database>,
  row: Insertable<ScheduleEntryTable>,
): Promise<StoredEntry> {
  return db
    .insertInto('schedule_entries')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['arena_id', 'name']).doUpdateSet({ timing: row.timing, since: row.since }),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function deleteEntries(db: Kysely<Database>, arenaId: number, names: string[]): Promise<void> {
  if (names.length === 0) return
  await db.deleteFrom('schedule_entries').where('arena_id', '=', arenaId).where('name', 'in', names).execute()
}

/** Pauses an entry, or resumes it: then it begins anew. */
export async function updateEntry(
  db: Kysely<Database>,
  { arena_id, name }: Pick<StoredEntry, 'arena_id' | 'name'>,
  change: Pick<Updateable<ScheduleEntryTable>, 'paused_at' | 'since'>,
): Promise<void> {
  await db
    .updateTable('schedule_entries')
    .set(change)
    .where('arena_id', '=', arena_id)
    .where('name', '=', name)
    .execute()
}

/** Lets all entries of the arena begin anew: times that came before are not made up. */
export async function restartEntries(
  trx: Transaction<Database>,
  arenaId: number,
  since: Date,
): Promise<void> {
  await trx.updateTable('schedule_entries').set({ since }).where('arena_id', '=', arenaId).execute()
}

/** Adds an occurrence, unless the time of the entry has one. */
export async function insertOccurrence(
  db: Kysely<Database>,
  row: Pick<Occurrence, 'arena_id' | 'entry' | 'does' | 'due_at'>,
): Promise<void> {
  await db
    .insertInto('schedule_occurrences')
    .values({ ...row, state: 'waiting' })
    .onConflict((conflict) => conflict.columns(['arena_id', 'entry', 'due_at']).doNothing())
    .execute()
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

/** Whether a scheduled run of any arena is under way. */
export async function isAnyWorking(db: Kysely<Database>): Promise<boolean> {
  const row = await db
    .selectFrom('schedule_occurrences')
    .select('id')
    .where('state', '=', 'working')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** The last time of each entry, by the name of the entry. */
export async function selectLastDue(db: Kysely<Database>, arenaId: number): Promise<Map<string, Date>> {
  const rows = await db
    .selectFrom('schedule_occurrences')
    .select(({ fn }) => ['entry', fn.max('due_at').as('due_at')])
    .where('arena_id', '=', arenaId)
    .groupBy('entry')
    .execute()
  return new Map(rows.map(({ entry, due_at }) => [entry, due_at]))
}

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
