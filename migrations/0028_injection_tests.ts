import type { Kysely } from 'kysely'
import { sql } from 'kysely'

/** What injection tests cost: their calls belong to no run. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table injection_tests (
      arena_id     integer not null references arenas on delete cascade,
      id           integer generated always as identity,
      judges       text[] not null check (cardinality(judges) > 0),
      budget_usd   double precision check (budget_usd > 0),
      calls        integer not null default 0,
      -- of calls without a price nothing is known
      spent_usd    double precision not null default 0,
      -- the most that calls now under way may cost; what is left here after the end was never settled
      reserved_usd double precision not null default 0,
      started_at   timestamptz not null,
      -- null: under way, or its process was stopped
      ended_at     timestamptz,
      primary key (arena_id, id)
    )`.execute(db)
}
