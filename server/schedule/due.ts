/** Which entries are due, and what of it is recorded. */
import type { Kysely } from 'kysely'
import type { Schedule, ScheduleEntry } from '../../shared/contracts/index.ts'
import type { Arena } from '../arenas/index.ts'
import { cronTimes } from '../platform/cron-times.ts'
import type { CronTimes } from '../platform/cron-times.ts'
import type { Database } from '../platform/schema.ts'
import {
  deleteEntries,
  insertOccurrence,
  selectEntries,
  selectLastDue,
  selectOpenOccurrences,
  updateOccurrence,
  upsertEntry,
} from './queries.ts'
import type { StoredEntry } from './queries.ts'

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
