import type { Transaction, Kysely, Updateable } from 'kysely'
import { few, msg } from '../../shared/messages/index.ts'
import type { Arena } from '../arenas/index.ts'
import { putOnRecord } from '../platform/audit.ts'
import type { Deps } from '../platform/deps.ts'
import { ProblemError } from '../platform/http/http.ts'
import type { Database } from '../platform/schema.ts'
import { knowEntries, scheduleOf } from './due.ts'
import { lockSchedule, type StoredEntry } from './queries.ts'
import type { ScheduleEntryTable } from './tables.ts'

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
      msg('schedule_entry_unknown', { entry: name, there: few(names) }),
    )
  await deps.db.transaction().execute(async (trx) => {
    const now = deps.clock()
    await lockSchedule(trx, arena.id)
    const known = (await knowEntries(trx, arena.id, schedule, now)).get(name)!
    if ((known.paused_at !== null) === isPaused) return
    await updateEntry(trx, known, isPaused ? { paused_at: now } : { paused_at: null, since: now })
    await putOnRecord(trx, deps, arena.id, isPaused ? 'schedule_paused' : 'schedule_resumed', { entry: name })
  })
}

/** Pauses all entries of a new arena, so that it starts nothing before somebody resumes them. */
export async function pauseAll(trx: Transaction<Database>, arena: Arena, now: Date): Promise<void> {
  for (const entry of (await knowEntries(trx, arena.id, scheduleOf(arena), now)).values())
    await updateEntry(trx, entry, { paused_at: now })
}

/** Pauses an entry, or resumes it: then it begins anew. */
async function updateEntry(
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
