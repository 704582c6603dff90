import type { Kysely } from 'kysely'
import { sql } from 'kysely'

/** Since which board of a tracked view each order of two contestants has been declared, as of its last finished board. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table declared_pairs (
      arena_id integer not null references arenas,
      view_key text not null,
      pairs    text not null,
      primary key (arena_id, view_key)
    )`.execute(db)
}
