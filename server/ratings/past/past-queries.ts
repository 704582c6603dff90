import type { Kysely, Transaction } from 'kysely'
import { sql } from 'kysely'
import type { HistoryPoint } from '../../../shared/contracts/index.ts'
import type { Database } from '../../platform/schema.ts'

export interface PlannedDay {
  /** In UTC, as YYYY-MM-DD. */
  day: string
  basis: string
}

/** When the first stored board of a view was computed; null: there is none. */
export async function selectFirstBoardAt(
  db: Kysely<Database>,
  arenaId: number,
  viewKey: string,
): Promise<Date | null> {
  const first = await db
    .selectFrom('snapshots')
    .select('computed_at')
    .where('arena_id', '=', arenaId)
    .where('view_key', '=', viewKey)
    .where('preview', '=', false)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return first?.computed_at ?? null
}

/** Replaces the plan of a view. Boards that were counted stay until they are counted anew. */
export async function putPlan(
  trx: Transaction<Database>,
  arenaId: number,
  viewKey: string,
  days: readonly PlannedDay[],
): Promise<void> {
  // an arena that is removed meanwhile gets no rows
  const arena = sql`select id from arenas where id = ${arenaId} for share`
  const { rows } = await arena.execute(trx)
  if (rows.length === 0) return
  const planned = sql`jsonb_to_recordset(${JSON.stringify(days)}::jsonb) as planned (day date, basis text)`
  await sql`
    delete from past_boards p where p.arena_id = ${arenaId} and p.view_key = ${viewKey}
      and not exists (select from ${planned} where planned.day = p.day)`.execute(trx)
  await sql`
    insert into past_boards (arena_id, view_key, day, basis)
    select ${arenaId}, ${viewKey}, day, basis from ${planned}
    on conflict (arena_id, view_key, day) do update set basis = excluded.basis
      where past_boards.basis <> excluded.basis`.execute(trx)
}

/** Removes the past boards of views that have no counted votes any more. */
export async function deleteOtherViews(
  db: Kysely<Database>,
  arenaId: number,
  viewKeys: readonly string[],
): Promise<void> {
  await sql`delete from past_boards where arena_id = ${arenaId} and view_key <> all (${viewKeys}::text[])`.execute(
    db,
  )
}

/** A day whose board is to be counted: the newest of those never counted first. Undefined: all are counted. */
export async function selectNextDay(
  db: Kysely<Database>,
  arenaId: number,
): Promise<(PlannedDay & { view_key: string }) | undefined> {
  const { rows } = await sql<PlannedDay & { view_key: string }>`
    select view_key, day::text as day, basis from past_boards
    where arena_id = ${arenaId} and counted_basis is distinct from basis
    order by counted_basis is not null, day desc, view_key limit 1`.execute(db)
  return rows[0]
}

/** Stores a past board, if its day is still planned. */
export async function updatePoint(
  db: Kysely<Database>,
  arenaId: number,
  { view_key, day, basis }: PlannedDay & { view_key: string },
  point: HistoryPoint,
): Promise<void> {
  await sql`update past_boards set counted_basis = ${basis}, point = ${JSON.stringify(point)}
    where arena_id = ${arenaId} and view_key = ${view_key} and day = ${day}::date`.execute(db)
}

/** The past boards of a view that were counted, oldest first. */
export async function selectPastPoints(
  db: Kysely<Database>,
  arenaId: number,
  viewKey: string,
): Promise<HistoryPoint[]> {
  const { rows } = await sql<{ point: string }>`
    select point from past_boards where arena_id = ${arenaId} and view_key = ${viewKey} and point is not null
    order by day`.execute(db)
  return rows.map(({ point }) => JSON.parse(point) as HistoryPoint)
}

export interface PastProgress {
  counted: number
  of: number
  /** Changes with every board that is counted or removed. */
  version: string
}

/** How many past boards are planned and counted, of one view or of all views of an arena. */
export async function selectPastProgress(
  db: Kysely<Database>,
  arenaId: number,
  viewKey: string | null,
): Promise<PastProgress> {
  const { rows } = await sql<PastProgress>`
    select count(*) filter (where counted_basis = basis)::int as counted, count(*)::int as of,
      coalesce(md5(string_agg(counted_basis, ' ' order by view_key, day)), '') as version
    from past_boards where arena_id = ${arenaId} and (${viewKey}::text is null or view_key = ${viewKey})`.execute(
    db,
  )
  return rows[0]
}

/** Arenas without past boards that have imported votes cast before the day of their first board. */
export async function selectArenasToCount(db: Kysely<Database>): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select a.id from arenas a
    cross join lateral (select min(s.computed_at) as at from snapshots s where s.arena_id = a.id) first
    where first.at is not null and not exists (select from past_boards p where p.arena_id = a.id)
      -- an index finds imported votes
      and exists (select from votes v where v.arena_id = a.id and v.import_key is not null
        and v.cast_at < date_trunc('day', first.at, 'UTC'))
    order by a.id`.execute(db)
  return rows.map(({ id }) => id)
}
