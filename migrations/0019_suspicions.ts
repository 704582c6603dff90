import type { Kysely } from 'kysely'
import { sql } from 'kysely'

/** From which network a voter first voted, for a while, and which voters and groups were found suspicious. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table voter_networks (
      arena_id integer not null references arenas,
      voter    text not null,
      -- a keyed hash, never an address
      network  text not null,
      seen_at  timestamptz not null,
      primary key (arena_id, voter)
    )`.execute(db)
  await sql`create index voter_networks_by_time on voter_networks (seen_at)`.execute(db)
  // the reason as a message, where the server itself gave it
  await sql`alter table quarantines add column finding jsonb`.execute(db)
  await sql`
    create table suspicions (
      arena_id integer not null references arenas,
      -- a voter, or a kind of group with its aim
      subject  text not null,
      finding  jsonb not null,
      found_at timestamptz not null,
      primary key (arena_id, subject)
    )`.execute(db)
}
