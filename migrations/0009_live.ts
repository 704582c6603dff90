import { sql, type Kysely } from 'kysely'

/** Live battles: what visitors asked themselves, what was answered, and what it cost. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table live_conversations (
      arena_id            integer not null references arenas,
      id                  uuid not null,
      voter               text not null check (voter <> ''),
      criterion           text not null,
      left_contestant_id  integer not null,
      right_contestant_id integer not null,
      -- with which the pair was drawn; null: every pair was equally likely
      pair_probability    double precision check (pair_probability > 0 and pair_probability <= 1),
      started_at          timestamptz not null,
      erased_at           timestamptz,
      primary key (arena_id, id),
      foreign key (arena_id, left_contestant_id) references contestants,
      foreign key (arena_id, right_contestant_id) references contestants,
      check (left_contestant_id <> right_contestant_id)
    );
    comment on column live_conversations.erased_at is 'Since when its texts are erased; null: it has them.';
    create index live_conversations_by_time on live_conversations (arena_id, started_at) where erased_at is null;
    create index live_conversations_by_voter on live_conversations (arena_id, voter);
    create table live_turns (
      arena_id        integer not null,
      conversation_id uuid not null,
      number          integer not null check (number >= 1),
      text            text not null,
      status          text not null check (status in ('answering', 'answered', 'failed', 'stopped')),
      attempts        integer not null default 1,
      -- a message, why it failed
      problem         jsonb,
      -- each with its text, end, tokens, costs and times; null until both are whole
      left_answer     jsonb,
      right_answer    jsonb,
      battle_id       uuid,
      started_at      timestamptz not null,
      -- when the process that makes the answers was last seen: after a kill nobody else knows of them
      alive_at        timestamptz not null,
      finished_at     timestamptz,
      primary key (arena_id, conversation_id, number),
      foreign key (arena_id, conversation_id) references live_conversations,
      foreign key (arena_id, battle_id) references battles,
      check ((status = 'answered') = (left_answer is not null and right_answer is not null)),
      check ((status = 'answering') = (finished_at is null))
    );
    create index live_turns_by_battle on live_turns (arena_id, battle_id) where battle_id is not null;
    create index live_turns_under_way on live_turns (arena_id) where status = 'answering';
    create table live_refusals (
      arena_id   integer not null references arenas,
      id         bigint generated always as identity,
      -- null: refused texts are not kept
      text       text,
      refused_at timestamptz not null,
      -- who wrote it, as in live_conversations
      voter      text,
      primary key (arena_id, id)
    );
    create index live_refusals_by_voter on live_refusals (arena_id, voter) where voter is not null;
    create index live_refusals_with_text on live_refusals (refused_at) where text is not null;
    -- what was paid and what is reserved: of the arena, of a day, and of a visitor and an address in a day
    create table live_spending (
      arena_id     integer not null references arenas,
      scope        text not null,
      day          date,
      spent_usd    double precision not null default 0,
      reserved_usd double precision not null default 0,
      primary key (arena_id, scope)
    );
    create index live_spending_by_day on live_spending (day) where day is not null;
    create table live_calls (
      arena_id        integer not null,
      id              bigint generated always as identity,
      conversation_id uuid not null,
      turn            integer not null,
      side            text not null check (side in ('left', 'right')),
      scopes          text[] not null,
      provider        text not null,
      model           text not null,
      status          text not null check (status in ('under_way', 'ok', 'failed')),
      cause           text,
      reserved_usd    double precision not null,
      cost_usd        double precision,
      started_at      timestamptz not null,
      finished_at     timestamptz,
      primary key (arena_id, id),
      foreign key (arena_id, conversation_id, turn) references live_turns,
      check ((status = 'under_way') = (finished_at is null))
    );
    create index live_calls_by_turn on live_calls (arena_id, conversation_id, turn);
    create index live_calls_under_way on live_calls (arena_id, started_at) where status = 'under_way'`.execute(
    db,
  )
}
