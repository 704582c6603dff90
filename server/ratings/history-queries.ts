import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { HistoryPoint } from '../../shared/contracts/index.ts'
import type { Database } from '../platform/schema.ts'

/** How many days a history goes back, and how many of its newest hours it keeps. */
const MOST_DAYS = 366
const MOST_HOURS = 48

/**
 * The ratings of the stored boards of a view, oldest first. It has the last board of each of the newest 48 hours with a
 * board, and of each day (UTC) before that, 366 at most. Previews are left out.
 */
export async function selectHistory(
  db: Kysely<Database>,
  arenaId: number,
  viewKey: string,
): Promise<HistoryPoint[]> {
  const { rows } = await sql<HistoryPoint>`
    with stored as materialized (
      select id,
        row_number() over (partition by date_trunc('hour', computed_at, 'UTC') order by id desc) as in_hour,
        row_number() over (partition by date_trunc('day', computed_at, 'UTC') order by id desc) as in_day,
        dense_rank() over (order by date_trunc('hour', computed_at, 'UTC') desc) as hours_ago,
        dense_rank() over (order by date_trunc('day', computed_at, 'UTC') desc) as days_ago
      from snapshots where arena_id = ${arenaId} and view_key = ${viewKey} and not preview
    ), boards as materialized (
      select s.id, s.board::jsonb as board from snapshots s join stored using (id)
      where s.arena_id = ${arenaId} and (
        (stored.in_hour = 1 and stored.hours_ago <= ${MOST_HOURS}) or
        (stored.in_day = 1 and stored.days_ago <= ${MOST_DAYS}))
    )
    select board->>'computedAt' as at, false as "countedLater", (board->'votes')::int as votes, board->>'winner' as winner,
      board->'deadHeatForFirst' as "deadHeatForFirst",
      coalesce((
        select jsonb_agg(jsonb_build_object('name', c->'name', 'rating', c->'rating',
          'low', c->'comparison'->0, 'high', c->'comparison'->1))
        from jsonb_array_elements(board->'contestants') c where c->>'rating' is not null), '[]') as ratings
    from boards order by id`.execute(db)
  return rows
}
