/** Which entries are due, and what of it is recorded. */
import type { Kysely, Insertable } from 'kysely'
import type { Schedule, ScheduleEntry } from '../../shared/contracts/index.ts'
import type { Arena } from '../arenas/index.ts'
import { cronTimes, type CronTimes } from '../platform/cron-times.ts'
import type { Database } from '../platform/schema.ts'
import {
  selectEntries,
  selectOpenOccurrences,
  updateOccurrence,
  type StoredEntry,
  type Occurrence,
} from './queries.ts'
import type { ScheduleEntryTable } from './tables.ts'

export const scheduleOf = ({ settings }: Pick<Arena, 'settings'>): Schedule =>
  settings.schedule ?? { entries: [] }

/** The times of an entry. */
export const timesOf = ({ timezone = 'UTC' }: Schedule, { cron }: ScheduleEntry): CronTimes =>
  cronTimes(cron, timezone)

/**
 * Records the last time of each entry that has come since the entry was known, resumed or last due. Of several missed
 * times only the last one is made up. What still waits when the next time comes, or whose entry is paused or gone, is
 * skipped.
 */
export async function recordDue(db: Kysely<Database>, arena: Arena, now: Date): Promise<void> {
  const schedule = scheduleOf(arena)
  const stored = await knowEntries(db, arena.id, schedule, now)
  const lastDue = await selectLastDue(db, arena.id)
  for (const entry of schedule.entries) {
    const { since, paused_at: pausedAt } = stored.get(entry.name)!
    if (pausedAt !== null) continue
    const last = lastDue.get(entry.name)
    const due = timesOf(schedule, entry).last(now, last && last > since ? last : since)
    if (due)
      await insertOccurrence(db, { arena_id: arena.id, entry: entry.name, does: entry.does, due_at: due })
  }
  const open = await selectOpenOccurrences(db, arena.id)
  for (const [i, one] of open.entries()) {
    if (one.state !== 'waiting') continue
    const isOvertaken = open.slice(i + 1).some(({ entry }) => entry === one.entry)
    const isActive = stored.get(one.entry)?.paused_at === null
    if (isOvertaken || !isActive) await updateOccurrence(db, one, { state: 'skipped', ended_at: now })
  }
}

/** Stores new entries from now on, and forgets those that the schedule no longer has. */
export async function knowEntries(
  db: Kysely<Database>,
  arenaId: number,
  schedule: Schedule,
  now: Date,
): Promise<Map<string, StoredEntry>> {
  const stored = new Map((await selectEntries(db, arenaId)).map((entry) => [entry.name, entry]))
  const names = new Set(schedule.entries.map(({ name }) => name))
  await deleteEntries(
    db,
    arenaId,
    [...stored.keys()].filter((name) => !names.has(name)),
  )
  const known = new Map<string, StoredEntry>()
  for (const entry of schedule.entries) {
    const timing = JSON.stringify([entry.does, entry.cron, schedule.timezone ?? 'UTC'])
    const before = stored.get(entry.name)
    const isSame = before?.timing === timing
    known.set(
      entry.name,
      isSame ? before : await upsertEntry(db, { arena_id: arenaId, name: entry.name, timing, since: now }),
    )
  }
  return known
}

/** Stores an entry; one of the same name begins anew and stays paused. */
async function upsertEntry(db: Kysely<Database>, row: Insertable<ScheduleEntryTable>): Promise<StoredEntry> {
  return db
    .insertInto('schedule_entries')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['arena_id', 'name']).doUpdateSet({ timing: row.timing, since: row.since }),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
}

async function deleteEntries(db: Kysely<Database>, arenaId: number, names: string[]): Promise<void> {
  if (names.length === 0) return
  await db.deleteFrom('schedule_entries').where('arena_id', '=', arenaId).where('name', 'in', names).execute()
}

/** Adds an occurrence, unless the time of the entry has one. */
async function insertOccurrence(
  db: Kysely<Database>,
  row: Pick<Occurrence, 'arena_id' | 'entry' | 'does' | 'due_at'>,
): Promise<void> {
  await db
    .insertInto('schedule_occurrences')
    .values({ ...row, state: 'waiting' })
    .onConflict((conflict) => conflict.columns(['arena_id', 'entry', 'due_at']).doNothing())
    .execute()
}

/** The last time of each entry, by the name of the entry. */
async function selectLastDue(db: Kysely<Database>, arenaId: number): Promise<Map<string, Date>> {
  const rows = await db
    .selectFrom('schedule_occurrences')
    .select(({ fn }) => ['entry', fn.max('due_at').as('due_at')])
    .where('arena_id', '=', arenaId)
    .groupBy('entry')
    .execute()
  return new Map(rows.map(({ entry, due_at }) => [entry, due_at]))
}
