import type { CountedLater, History, HistoryPoint } from '../../shared/contracts/index.ts'
import type { Arena } from '../arenas/index.ts'
import type { Deps } from '../platform/deps.ts'
import { anytimeView, type ArenaView } from './view.ts'
import { queryRows, requireRow } from '../platform/postgres/query.ts'
import type { Db } from '../platform/schema.ts'

/**
 * The boards of a view, oldest first: those of days before the first stored one, counted later, then the stored ones.
 * Looking back is looking often, so all of them are for all looks. A view that is not tracked has only boards that were requested.
 */
export async function boardHistory(
  { db }: Pick<Deps, 'db'>,
  { id }: Arena,
  view: ArenaView,
): Promise<Pick<History, 'points' | 'countedLater'>> {
  const { key } = anytimeView(view)
  return {
    points: [...(await selectPastPoints(db, id, key)), ...(await selectHistory(db, id, key))],
    countedLater: await selectPastProgress(db, id, key),
  }
}

/** How many days a history goes back, and how many of its newest hours it keeps. */
const MAX_DAYS = 366
const MAX_HOURS = 48

/**
 * The ratings of the stored boards of a view, oldest first. It has the last board of each of the newest 48 hours with a
 * board, and of each day (UTC) before that, 366 at most.
 */
const selectHistory = (db: Db, arenaId: number, viewKey: string): Promise<HistoryPoint[]> =>
  queryRows<HistoryPoint>(db)`
    with stored as materialized (
      select id,
        row_number() over (partition by date_trunc('hour', computed_at, 'UTC') order by id desc) as in_hour,
        row_number() over (partition by date_trunc('day', computed_at, 'UTC') order by id desc) as in_day,
        dense_rank() over (order by date_trunc('hour', computed_at, 'UTC') desc) as hours_ago,
        dense_rank() over (order by date_trunc('day', computed_at, 'UTC') desc) as days_ago
      from snapshots where arena_id = ${arenaId} and view_key = ${viewKey}
    ), boards as materialized (
      select s.id, s.board::jsonb as board from snapshots s join stored using (id)
      where s.arena_id = ${arenaId} and (
        (stored.in_hour = 1 and stored.hours_ago <= ${MAX_HOURS}) or
        (stored.in_day = 1 and stored.days_ago <= ${MAX_DAYS}))
    )
    select board->>'computedAt' as at, false as "countedLater", (board->'votes')::int as votes, board->>'state' as state,
      board->>'leader' as leader, board->'deadHeat' as "deadHeat",
      coalesce((
        select jsonb_agg(jsonb_build_object('name', c->'name', 'rating', c->'rating',
          'low', c->'interval'->0, 'high', c->'interval'->1))
        from jsonb_array_elements(board->'contestants') c where c->>'rating' is not null), '[]') as ratings
    from boards order by id`

/** The past boards of a view that were counted, oldest first. */
async function selectPastPoints(db: Db, arenaId: number, viewKey: string): Promise<HistoryPoint[]> {
  const rows = await queryRows<{ point: string }>(db)`
    select point from past_boards where arena_id = ${arenaId} and view_key = ${viewKey} and point is not null
    order by day`
  return rows.map(({ point }) => JSON.parse(point) as HistoryPoint)
}

/** How many past boards of a view are planned and counted. */
const selectPastProgress = (db: Db, arenaId: number, viewKey: string): Promise<CountedLater> =>
  requireRow<CountedLater>(db)`
    select count(*) filter (where counted_version = data_version)::int as counted, count(*)::int as of
    from past_boards where arena_id = ${arenaId} and view_key = ${viewKey}`
