import type { Kysely } from 'kysely'
import { sql } from 'kysely'

/** The ratings of days before the first stored board of a view, counted later from the times of votes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table past_boards (
      arena_id      integer not null references arenas,
      view_key      text not null,
      -- the last day, in UTC, whose votes it counts
      day           date not null,
      -- what it has to be counted from, and what it was counted from; null: not counted yet
      basis         text not null,
      counted_basis text,
      -- the point of the history, as JSON
      point         text,
      primary key (arena_id, view_key, day),
      check ((counted_basis is null) = (point is null))
    )`.execute(db)
}
