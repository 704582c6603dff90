import { arenaById, type Arena } from '../arenas/index.ts'
import type { Board, HistoryPoint } from '../../shared/contracts/index.ts'
import type { Deps } from '../platform/deps.ts'
import { currentPublication, type Publication } from '../platform/postgres/publishing.ts'
import { board, boardFacts } from './board.ts'
import { settingsVersion, type ArenaView } from './view.ts'
import { trackedViews } from './resolve-view.ts'
import { sql } from 'kysely'
import type { Db, Trx } from '../platform/schema.ts'
import { addJob, addJobs, type JobRequest } from '../platform/jobs/jobs.ts'
import { queryColumn, queryRow } from '../platform/postgres/query.ts'

/** A job counts boards for about this long. The next job continues. */
const SHARE_MS = 1000

export interface PastPayload {
  arenaId: number
  /** `plan`: find out first which days have to be counted. */
  from: 'plan' | 'resume'
}

/**
 * The job that counts the boards of days before the first stored board, of each tracked view: at most 60 days, 12 if
 * boards are slow to compute. Each is the board of the votes cast until the end of the day that count now. Doing it
 * twice changes nothing; a job that was stopped continues.
 */
export async function countPastBoards(deps: Deps, { arenaId, from }: PastPayload): Promise<void> {
  const arena = await arenaById(deps.db, arenaId)
  if (!arena) return
  const publication = await currentPublication(deps)
  const state = await deps.services.boards.ask('state', arenaId, publication, null)
  const views = (await trackedViews(deps, arena, state)).filter(({ looks }) => looks === 'any')
  if (from === 'plan') await plan(deps, arena, views, publication)
  const viewByKey = new Map(views.map((view) => [view.key, view]))
  const begun = performance.now()
  for (;;) {
    const next = await selectNextDay(deps.db, arenaId)
    const view = next && viewByKey.get(next.view_key)
    // a view without votes is planned anew
    if (!view) return next ? requestPast(deps.db, arenaId) : undefined
    if (performance.now() - begun > SHARE_MS) return requestPast(deps.db, arenaId, 'resume')
    await updatePoint(deps.db, arenaId, next, await countDay(deps, arena, view, next.day, publication))
  }
}

/** Writes down which days of which views are to be counted, and from what. */
async function plan(
  deps: Deps,
  arena: Arena,
  views: readonly ArenaView[],
  publication: Publication | null,
): Promise<void> {
  await deleteOtherViews(
    deps.db,
    arena.id,
    views.map(({ key }) => key),
  )
  for (const view of views) {
    const first = (await selectFirstBoardAt(deps.db, arena.id, view.key)) ?? deps.clock()
    const before = new Date(first.toISOString().slice(0, 10))
    const { days, isSlow } = await deps.services.boards.ask('days', arena.id, publication, { view, before })
    const { judging } = await boardFacts(deps.db, arena, view, publication)
    const settings = [settingsVersion(view), judging.warnings.some(({ code }) => code === 'focused_draws')]
    const planned = chosenDays(days, isSlow ? MAX_SLOW_DAYS : MAX_DAYS).map(({ day, votes }) => ({
      day,
      data_version: [votes, ...settings].join(':'),
    }))
    await deps.db.transaction().execute((trx) => putPlan(trx, arena.id, view.key, planned))
  }
}

async function countDay(
  deps: Deps,
  arena: Arena,
  view: ArenaView,
  day: string,
  publication: Publication | null,
): Promise<HistoryPoint> {
  const past = await deps.services.boards.turns.take('past', () =>
    board(deps, arena, view, { publication, until: day }),
  )
  return historyPoint(JSON.parse(past.board) as Board, `${day}T23:59:59.999Z`)
}

/** The ratings of a board as a point of a history. */
function historyPoint({ votes, state, leader, deadHeat, contestants }: Board, at: string): HistoryPoint {
  return {
    at,
    countedLater: true,
    votes,
    state,
    leader,
    deadHeat,
    ratings: contestants.flatMap(({ name, rating, interval }) =>
      rating === null ? [] : [{ name, rating, low: interval?.[0] ?? null, high: interval?.[1] ?? null }],
    ),
  }
}

interface PlannedDay {
  /** In UTC, as YYYY-MM-DD. */
  day: string
  data_version: string
}

/** When the first stored board of a view was computed; null: there is none. */
async function selectFirstBoardAt(db: Db, arenaId: number, viewKey: string): Promise<Date | null> {
  const first = await db
    .selectFrom('snapshots')
    .select('computed_at')
    .where('arena_id', '=', arenaId)
    .where('view_key', '=', viewKey)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return first?.computed_at ?? null
}

/** Replaces the plan of a view. Boards that were counted stay until they are counted anew. */
async function putPlan(
  trx: Trx,
  arenaId: number,
  viewKey: string,
  days: readonly PlannedDay[],
): Promise<void> {
  // an arena that is removed meanwhile gets no rows
  const arena = sql`select id from arenas where id = ${arenaId} for share`
  const { rows } = await arena.execute(trx)
  if (rows.length === 0) return
  const planned = sql`jsonb_to_recordset(${JSON.stringify(days)}::jsonb) as planned (day date, data_version text)`
  await sql`
    delete from past_boards p where p.arena_id = ${arenaId} and p.view_key = ${viewKey}
      and not exists (select from ${planned} where planned.day = p.day)`.execute(trx)
  await sql`
    insert into past_boards (arena_id, view_key, day, data_version)
    select ${arenaId}, ${viewKey}, day, data_version from ${planned}
    on conflict (arena_id, view_key, day) do update set data_version = excluded.data_version
      where past_boards.data_version <> excluded.data_version`.execute(trx)
}

/** Removes the past boards of views that have no counted votes any more. */
async function deleteOtherViews(db: Db, arenaId: number, viewKeys: readonly string[]): Promise<void> {
  await sql`delete from past_boards where arena_id = ${arenaId} and view_key <> all (${viewKeys}::text[])`.execute(
    db,
  )
}

/** A day whose board is to be counted: the newest of those never counted first. Undefined: all are counted. */
const selectNextDay = (db: Db, arenaId: number): Promise<(PlannedDay & { view_key: string }) | undefined> =>
  queryRow<PlannedDay & { view_key: string }>(db)`
    select view_key, day::text as day, data_version from past_boards
    where arena_id = ${arenaId} and counted_version is distinct from data_version
    order by counted_version is not null, day desc, view_key limit 1`

/** Stores a past board, if its day is still planned. */
async function updatePoint(
  db: Db,
  arenaId: number,
  { view_key, day, data_version }: PlannedDay & { view_key: string },
  point: HistoryPoint,
): Promise<void> {
  await sql`update past_boards set counted_version = ${data_version}, point = ${JSON.stringify(point)}
    where arena_id = ${arenaId} and view_key = ${view_key} and day = ${day}::date`.execute(db)
}

/** The most past boards of a view, and of a view whose boards are slow to compute. */
const MAX_DAYS = 60
const MAX_SLOW_DAYS = 12

/** At most `most` of the days, evenly among them, always with the first and the last. */
export function chosenDays<Day>(days: readonly Day[], most: number): Day[] {
  if (days.length <= most) return [...days]
  return Array.from({ length: most }, (_, i) => days[Math.round((i * (days.length - 1)) / (most - 1))])
}

/** The job that counts boards of days before the first stored board. */
export const PAST_TASK = 'count-past-boards'

/** Queues the job of an arena. `resume`: only to count what is planned. */
export const requestPast = (db: Db, arenaId: number, from: 'plan' | 'resume' = 'plan'): Promise<void> =>
  addJob(db, pastBoardsJob(arenaId, from))

/** Queues the job of each arena whose votes are older than its first board and have no past boards yet. */
export async function requestPastOfAll({ db }: Pick<Deps, 'db'>): Promise<void> {
  const arenas = await selectArenasToCount(db)
  await addJobs(
    db,
    arenas.map((arenaId) => pastBoardsJob(arenaId, 'plan')),
  )
}

const pastBoardsJob = (arenaId: number, from: 'plan' | 'resume'): JobRequest => ({
  task: PAST_TASK,
  payload: { arenaId, from },
  queue: `past-${arenaId}`,
  key: `${PAST_TASK}-${from}-${arenaId}`,
})

/** Arenas without past boards that have imported votes cast before the day of their first board. */
const selectArenasToCount = (db: Db): Promise<number[]> =>
  queryColumn<number>(db)`
    select a.id from arenas a
    cross join lateral (select min(s.computed_at) as at from snapshots s where s.arena_id = a.id) first
    where first.at is not null and not exists (select from past_boards p where p.arena_id = a.id)
      -- an index finds imported votes
      and exists (select from votes v where v.arena_id = a.id and v.import_key is not null
        and v.cast_at < date_trunc('day', first.at, 'UTC'))
    order by a.id`
