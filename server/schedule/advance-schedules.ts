/** The job that starts what is due and follows it to its end. */
import { msg, wireFields } from '../../shared/messages/index.ts'
import type { Arena } from '../arenas/index.ts'
import { requireKnownModels, startRun } from '../judging/index.ts'
import { addJob } from '../platform/jobs/jobs.ts'
import { ProblemError } from '../platform/problem.ts'
import { ArenaBusyError, makeRoom, selectRun, type RunDeps } from '../runs/index.ts'
import {
  recordDue,
  scheduleOf,
  lockSchedule,
  selectOpenOccurrences,
  updateOccurrence,
  type Occurrence,
} from './schedule-entries.ts'
import { type NextRun, kindOf } from './entry-kinds.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/schema.ts'

/** The job. */
export const SCHEDULE_TASK = 'advance-schedules'

const JOB = { task: SCHEDULE_TASK, queue: SCHEDULE_TASK, key: SCHEDULE_TASK }

/** How soon the end of a scheduled run is noticed. */
const BEAT_MS = 5000

/**
 * Starts what is due in every arena, and ends what is over. Safe to run twice and in several processes: each time of an
 * entry comes once.
 */
export async function advanceSchedules(deps: RunDeps): Promise<void> {
  const acting: RunDeps = { ...deps, actor: 'server' }
  for (const arena of await selectScheduledArenas(deps.db))
    try {
      await advanceSchedule(acting, arena)
    } catch (error) {
      // the schedule of one arena must not stop the others
      deps.services.log.error(
        { err: error, arena: arena.slug },
        'the schedule of an arena could not be followed',
      )
    }
  if (await isAnyWorking(deps.db)) await addJob(deps.db, { ...JOB, payload: {}, delayMs: BEAT_MS })
}

/** Other processes wait meanwhile; the work itself uses connections of its own. */
async function advanceSchedule(deps: RunDeps, arena: Arena): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    await lockSchedule(trx, arena.id)
    await recordDue(deps.db, arena, deps.clock())
    for (const one of await selectOpenOccurrences(deps.db, arena.id)) await advance(deps, arena, one)
  })
}

async function advance(deps: RunDeps, arena: Arena, occurrence: Occurrence): Promise<void> {
  const { db } = deps
  const runId = occurrence.run_ids.at(-1)
  const run = runId === undefined ? null : await selectRun(db, arena.id, runId)
  if (run?.ended_at === null) return
  const entry = scheduleOf(arena).entries.find(({ name }) => name === occurrence.entry)
  if (!entry || entry.does !== occurrence.does) return end(deps, occurrence, 'skipped')
  const kind = kindOf(entry)
  try {
    const isStopped = run !== null && run?.status !== 'done'
    if (!isStopped) {
      await db.transaction().execute((trx) => makeRoom(deps, trx, arena.id))
      const next = await kind.nextRun(deps, arena, entry, occurrence)
      if (next) return await start(deps, arena, occurrence, next)
    }
    const result = (await kind.result?.(deps, arena, entry, occurrence)) ?? null
    await end(deps, occurrence, isStopped ? 'stopped' : 'done', {
      result: result && JSON.stringify(result),
    })
  } catch (error) {
    if (error instanceof ArenaBusyError) return
    const isProblem = error instanceof ProblemError
    if (!isProblem)
      deps.services.log.error({ err: error, entry: entry.name }, 'an entry of a schedule failed')
    const finding = isProblem ? error.finding : msg('schedule_failed_inside')
    await end(deps, occurrence, 'failed', { finding: JSON.stringify(wireFields(finding).finding) })
  }
}

async function start(
  deps: RunDeps,
  arena: Arena,
  occurrence: Occurrence,
  { request, work }: NextRun,
): Promise<void> {
  if (occurrence.run_ids.length === 0) await requireKnownModels(deps, arena, request.spec)
  const run = await startRun(deps, arena, { kind: 'judge', ...request, isAlone: true })
  await updateOccurrence(deps.db, occurrence, {
    state: 'working',
    run_ids: [...occurrence.run_ids, run.id],
    started_at: occurrence.started_at ?? deps.clock(),
    ...(work && { work: JSON.stringify(work) }),
  })
}

const end = async (
  deps: RunDeps,
  occurrence: Occurrence,
  state: 'done' | 'stopped' | 'failed' | 'skipped',
  change: { result?: string | null; finding?: string } = {},
): Promise<void> =>
  void (await updateOccurrence(deps.db, occurrence, { ...change, state, ended_at: deps.clock() }))

/** Arenas in use that have a schedule now, or had one whose work is not over. */
async function selectScheduledArenas(db: Db): Promise<Arena[]> {
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

/** Whether a scheduled run of any arena is under way. */
async function isAnyWorking(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom('schedule_occurrences')
    .select('id')
    .where('state', '=', 'working')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
