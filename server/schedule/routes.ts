import { Hono } from 'hono'
import {
  EntryRequest,
  ScheduleState,
  type RecheckResult,
  type RotationResult,
  type ScheduledComparison,
  type ScheduleEntry,
  type ShownOccurrence,
} from '../../shared/contracts/index.ts'
import { ofArena, type Arena } from '../arenas/index.ts'
import type { Deps } from '../platform/deps.ts'
import { checked, type Env } from '../platform/http/http.ts'
import { describeRoute, jsonBody } from '../platform/http/route-description.ts'
import { pauseEntry, scheduleOf, timesOf, selectEntries, type Occurrence } from './schedule-entries.ts'
import { inEnglish, type CodedMessage } from '../../shared/messages/index.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/schema.ts'

export const scheduleRoutes = (deps: Deps) =>
  new Hono<Env>()
    .get(
      '/api/admin/arenas/:arena/schedule',
      describeRoute({
        summary:
          'What the arena does by itself: when each entry comes next, what happened the last time, and the comparisons of builds.',
        responses: { 200: jsonBody('The schedule now.', ScheduleState) },
      }),
      ofArena(deps),
      async (c) => c.json(await scheduleState(deps, c.var.arena)),
    )
    .post(
      '/api/admin/arenas/:arena/schedule/:change{(?:pause|resume)}',
      describeRoute({
        summary:
          'Pauses an entry of the schedule, or resumes it. A run that it started goes on. Times that come meanwhile are not made up.',
        responses: { 200: jsonBody('The schedule now.', ScheduleState) },
      }),
      checked('json', EntryRequest),
      ofArena(deps),
      async (c) => {
        const isPaused = c.req.param('change') === 'pause'
        await pauseEntry(deps, c.var.arena, c.req.valid('json').entry, isPaused)
        return c.json(await scheduleState(deps, c.var.arena))
      },
    )

interface LastOccurrence extends Occurrence {
  spent: number
  judged: number
}

/** The last occurrence of each entry that was not skipped, with what its runs cost and judged so far. */
async function selectLastOccurrences(db: Db, arenaId: number): Promise<LastOccurrence[]> {
  const { rows } = await sql<LastOccurrence>`
    select o.*, coalesce((select sum(r.spent_usd) from runs r
        where r.arena_id = o.arena_id and r.id = any (o.run_ids)), 0)::float8 as spent,
      (select count(*) from judgements j
        where j.arena_id = o.arena_id and j.run_id = any (o.run_ids) and j.status = 'done')::int as judged
    from (select distinct on (entry) * from schedule_occurrences
      where arena_id = ${arenaId} and state <> 'skipped' order by entry, due_at desc) o`.execute(db)
  return rows
}

/** The newest comparisons of each entry, oldest first. */
async function selectComparisons(
  db: Db,
  arenaId: number,
  most: number,
): Promise<{ entry: string; at: Date; result: ScheduledComparison }[]> {
  const { rows } = await sql<{ entry: string; at: Date; result: ScheduledComparison }>`
    select entry, due_at as at, result from (
      select *, row_number() over (partition by entry order by due_at desc) as place from schedule_occurrences
      where arena_id = ${arenaId} and does = 'compare' and result is not null) o
    where place <= ${most} order by entry, due_at`.execute(db)
  return rows
}

const MOST_COMPARISONS = 60

/** What the arena does next and when, and what happened the last time. */
async function scheduleState(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  arena: Arena,
): Promise<ScheduleState> {
  const schedule = scheduleOf(arena)
  const [stored, last, comparisons] = await Promise.all([
    selectEntries(db, arena.id),
    selectLastOccurrences(db, arena.id),
    selectComparisons(db, arena.id, MOST_COMPARISONS),
  ])
  const shownEntry = async (entry: ScheduleEntry) => {
    const { name, does, cron, budgetUsd } = entry
    const pausedAt = stored.find((one) => one.name === name)?.paused_at ?? null
    const before = last.find((one) => one.entry === name && one.does === does)
    return {
      entry: name,
      does,
      cron,
      budgetUsd: budgetUsd ?? arena.settings.budgetUsd ?? null,
      pausedAt: pausedAt?.toISOString() ?? null,
      next: pausedAt ? null : ((await timesOf(schedule, entry)).next(clock())?.toISOString() ?? null),
      last: before ? shown(before) : null,
    }
  }
  const courses = schedule.entries.filter(({ does }) => does === 'compare')
  return {
    arena: arena.slug,
    timezone: schedule.timezone ?? 'UTC',
    entries: await Promise.all(schedule.entries.map(shownEntry)),
    courses: courses.map(({ name }) => ({
      entry: name,
      comparisons: comparisons
        .filter(({ entry }) => entry === name)
        .map(({ at, result }) => ({ ...result, at: at.toISOString() })),
    })),
  }
}

const shown = ({ does, result, finding, ...one }: LastOccurrence): ShownOccurrence => ({
  dueAt: one.due_at.toISOString(),
  state: one.state,
  startedAt: one.started_at?.toISOString() ?? null,
  endedAt: one.ended_at?.toISOString() ?? null,
  runs: one.run_ids,
  spentUsd: one.spent,
  judged: one.judged,
  // stored by the kind of the entry, in these forms
  comparison: does === 'compare' ? (result as ScheduledComparison | null) : null,
  rotation: does === 'rotate' ? (result as RotationResult | null) : null,
  recheck: does === 'recheck' ? (result as RecheckResult | null) : null,
  problem: finding && { message: inEnglish(finding as CodedMessage), finding },
})
