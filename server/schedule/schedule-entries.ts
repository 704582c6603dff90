/** The entries of a schedule: which are due, what of it is recorded, and their pauses. */
import { type Updateable, type Selectable, sql } from 'kysely'
import type { Schedule, ScheduleEntry } from '../../shared/contracts/index.ts'
import type { Arena } from '../arenas/index.ts'
import { cronTimes, type CronTimes } from '../platform/cron-times.ts'
import type { Db, Trx } from '../platform/schema.ts'
import type { ScheduleEntryTable, ScheduleOccurrenceTable } from './tables.ts'
import { few, msg } from '../../shared/messages/index.ts'
import { recordAct } from '../platform/audit.ts'
import type { Deps } from '../platform/deps.ts'
import { ProblemError } from '../platform/problem.ts'

export const scheduleOf = ({ settings }: Pick<Arena, 'settings'>): Schedule =>
  settings.schedule ?? { entries: [] }

/** The times of an entry. */
export const timesOf = ({ timezone = 'UTC' }: Schedule, { cron }: ScheduleEntry): Promise<CronTimes> =>
  cronTimes(cron, timezone)

/**
 * Records the last time of each entry that has come since the entry was known, resumed or last due. Of several missed
 * times only the last one is made up. What still waits when the next time comes, or whose entry is paused or gone, is
 * skipped.
 */
export async function recordDue(db: Db, arena: Arena, now: Date): Promise<void> {
  const schedule = scheduleOf(arena)
  const stored = await knowEntries(db, arena.id, schedule, now)
  const lastDue = await db
    .selectFrom('schedule_occurrences')
    .select(({ fn }) => ['entry', fn.max('due_at').as('at')])
    .where('arena_id', '=', arena.id)
    .groupBy('entry')
    .execute()
  for (const entry of schedule.entries) {
    const { since, paused_at: pausedAt } = stored.get(entry.name)!
    if (pausedAt !== null) continue
    const last = lastDue.find((one) => one.entry === entry.name)?.at
    const { last: lastOf } = await timesOf(schedule, entry)
    const due = lastOf(now, last && last > since ? last : since)
    if (!due) continue
    const occurrence = { arena_id: arena.id, entry: entry.name, does: entry.does, due_at: due }
    await db
      .insertInto('schedule_occurrences')
      .values({ ...occurrence, state: 'waiting' })
      .onConflict((conflict) => conflict.columns(['arena_id', 'entry', 'due_at']).doNothing())
      .execute()
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
async function knowEntries(
  db: Db,
  arenaId: number,
  schedule: Schedule,
  now: Date,
): Promise<Map<string, StoredEntry>> {
  const stored = new Map((await selectEntries(db, arenaId)).map((entry) => [entry.name, entry]))
  const names = schedule.entries.map(({ name }) => name)
  await sql`delete from schedule_entries where arena_id = ${arenaId} and name <> all (${names}::text[])`.execute(
    db,
  )
  const known = new Map<string, StoredEntry>()
  for (const entry of schedule.entries) {
    const timing = JSON.stringify([entry.does, entry.cron, schedule.timezone ?? 'UTC'])
    const before = stored.get(entry.name)
    known.set(entry.name, before?.timing === timing ? before : await restart(entry.name, timing))
  }
  return known

  /** Stores an entry; one of the same name begins anew and stays paused. */
  function restart(name: string, timing: string): Promise<StoredEntry> {
    return db
      .insertInto('schedule_entries')
      .values({ arena_id: arenaId, name, timing, since: now })
      .onConflict((conflict) => conflict.columns(['arena_id', 'name']).doUpdateSet({ timing, since: now }))
      .returningAll()
      .executeTakeFirstOrThrow()
  }
}

/**
 * Pauses an entry, or resumes it; doing it twice changes nothing. A run that it started goes on. Times that come while it
 * is paused are not made up.
 * @throws {ProblemError} invalid_request if the schedule has no such entry
 */
export async function pauseEntry(
  deps: Pick<Deps, 'db' | 'clock' | 'actor'>,
  arena: Arena,
  name: string,
  isPaused: boolean,
): Promise<void> {
  const schedule = scheduleOf(arena)
  const names = schedule.entries.map((entry) => entry.name)
  if (!names.includes(name))
    throw new ProblemError(
      'invalid_request',
      msg('schedule_entry_unknown', { entry: name, there: few(names, name) }),
    )
  await deps.db.transaction().execute(async (trx) => {
    const now = deps.clock()
    await lockSchedule(trx, arena.id)
    const known = (await knowEntries(trx, arena.id, schedule, now)).get(name)!
    if ((known.paused_at !== null) === isPaused) return
    await updateEntry(trx, known, isPaused ? { paused_at: now } : { paused_at: null, since: now })
    await recordAct(trx, deps, arena.id, isPaused ? 'schedule_paused' : 'schedule_resumed', { entry: name })
  })
}

/** Pauses an entry, or resumes it: then it begins anew. */
async function updateEntry(
  db: Db,
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

type StoredEntry = Selectable<ScheduleEntryTable>
export type Occurrence = Selectable<ScheduleOccurrenceTable>

/** The class of the advisory locks of schedules; the second number is the arena. */
const SCHEDULE = 0x5c4ed

/** Locks the schedule of the arena until the end of the transaction. */
export async function lockSchedule(trx: Trx, arenaId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${SCHEDULE}::integer, ${arenaId})`.execute(trx)
}

export const selectEntries = (db: Db, arenaId: number): Promise<StoredEntry[]> =>
  db.selectFrom('schedule_entries').selectAll().where('arena_id', '=', arenaId).execute()

/** Lets all entries of the arena begin anew: times that came before are not made up. */
export async function restartEntries(trx: Trx, arenaId: number, since: Date): Promise<void> {
  await trx.updateTable('schedule_entries').set({ since }).where('arena_id', '=', arenaId).execute()
}

/** Occurrences that wait or work, the longest due first. */
export const selectOpenOccurrences = (db: Db, arenaId: number): Promise<Occurrence[]> =>
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
  db: Db,
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
