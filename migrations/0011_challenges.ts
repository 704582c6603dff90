import type { Kysely } from 'kysely'
import { sql } from 'kysely'

/** Challenges that were asked for: what each is made of, and how far it is, so that any process sees it through. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table challenges (
      arena_id      integer not null references arenas,
      id            integer generated always as identity,
      epoch         integer not null,
      incumbent_id  integer not null,
      challenger_id integer not null,
      -- who was the incumbent when it was asked for; null: nobody
      standing_id   integer,
      -- the attempts it consists of, in their order, the last one its own
      trials        jsonb not null,
      -- the most that each attempt may cost; null: no bound
      budget_usd    double precision check (budget_usd > 0),
      -- how often it was asked for while it was open: runs of an earlier time say nothing of this one
      asked         integer not null default 1 check (asked >= 1),
      status        text not null check (status in ('open', 'entered', 'stopped')),
      stopped       text check (stopped in ('cancelled', 'budget_reached', 'failed', 'refused')),
      -- why it stopped, as it can be said in any language
      cause         jsonb,
      -- the entry of the log that came of it
      attempt       integer,
      -- the entry was there before: nothing was judged
      stood         boolean not null default false,
      started_at    timestamptz not null,
      ended_at      timestamptz,
      primary key (arena_id, id),
      foreign key (arena_id, epoch) references climb_epochs,
      foreign key (arena_id, incumbent_id) references contestants,
      foreign key (arena_id, challenger_id) references contestants,
      foreign key (arena_id, standing_id) references contestants,
      foreign key (arena_id, attempt) references climb_attempts,
      check (incumbent_id <> challenger_id),
      check ((status = 'open') = (ended_at is null)),
      check ((status = 'entered') = (attempt is not null)),
      check ((status = 'stopped') = (stopped is not null))
    )`.execute(db)
  await sql`
    create unique index one_challenge_at_a_time on challenges (arena_id) where status = 'open'`.execute(db)
}
