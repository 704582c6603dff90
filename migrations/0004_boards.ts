import { sql, type Kysely } from 'kysely'

/** Which votes count and are public, what was computed from them, and what was decided. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // What is public follows the order in which transactions ended; the times of votes do not matter.
  await sql`
    -- what is public: votes and judgements of one snapshot, retractions and quarantines of a later one
    create type publication as (votes pg_snapshot, changes pg_snapshot);
    create table publishing (
      only_row boolean primary key default true check (only_row),
      -- null: everything is public
      current  publication,
      -- when, by the clock of the process that published
      published_at timestamptz
    );
    -- a server with an interval begins with everything so far
    insert into publishing default values`.execute(db)
  // whether a snapshot has what a transaction wrote; null: everything. The first comparison decides nearly always, and
  // the planner has statistics for it
  await sql`
    create function is_in(txid xid8, snapshot pg_snapshot) returns boolean language sql immutable parallel safe as $$
      select snapshot is null or txid < pg_snapshot_xmin(snapshot) or pg_visible_in_snapshot(txid, snapshot)
    $$`.execute(db)
  // A plain query, which Postgres works into the one that names it. Without an arena, of all.
  await sql`
    create function counted_votes_in(arena integer, published publication) returns setof votes language sql stable as $$
      select v.* from votes v
      where (arena is null or v.arena_id = arena) and is_in(v.txid, (published).votes)
        and not exists (select from retractions t where t.arena_id = v.arena_id and t.vote_id = v.id
          and is_in(t.txid, (published).changes))
        -- the last word on a vote holds
        and not exists (select from quarantines q where q.arena_id = v.arena_id and q.vote_id = v.id
          and not q.released and is_in(q.txid, (published).changes)
          and not exists (select from quarantines n where n.arena_id = q.arena_id and n.vote_id = q.vote_id
            and n.id > q.id and is_in(n.txid, (published).changes)))
    $$`.execute(db)

  await sql`
    create table snapshots (
      arena_id    integer not null references arenas,
      id          bigint generated always as identity,
      view_key    text not null,
      -- whether a job keeps this view current; the others are only remembered for a while
      tracked     boolean not null,
      -- the state of the facts it was computed from: equal data version, equal board
      data_version text not null,
      -- text, not jsonb: served as it stands, to the last digit and in its own order of keys
      board       text not null,
      etag        text not null,
      computed_at timestamptz not null,
      primary key (arena_id, id)
    );
    create index snapshots_by_view on snapshots (arena_id, view_key, id desc)`.execute(db)
  // since which board of a tracked view each order of two contestants has been declared, as of its last finished board
  await sql`
    create table declared_pairs (
      arena_id integer not null references arenas,
      view_key text not null,
      pairs    text not null,
      primary key (arena_id, view_key)
    )`.execute(db)
  // the ratings of days before the first stored board of a view, counted later from the times of votes
  await sql`
    create table past_boards (
      arena_id      integer not null references arenas,
      view_key      text not null,
      -- the last day, in UTC, whose votes it counts
      day           date not null,
      -- what it has to be counted from, and what it was counted from; null: not counted yet
      data_version    text not null,
      counted_version text,
      -- the point of the history, as JSON
      point         text,
      primary key (arena_id, view_key, day),
      check ((counted_version is null) = (point is null))
    )`.execute(db)

  // the plan of an arena as it was sealed, and its decision
  await sql`
    create table seals (
      arena_id  integer not null references arenas,
      id        integer generated always as identity,
      sealed_at timestamptz not null,
      seal      text not null,
      plan      jsonb not null,
      -- whether the votes that decide had begun: then it is a change that boards tell of
      is_late   boolean not null,
      primary key (arena_id, id)
    );
    create table decisions (
      arena_id   integer primary key references arenas,
      decided_at timestamptz not null,
      decision   jsonb not null,
      txid       xid8 not null default pg_current_xact_id()
    )`.execute(db)
  // What judging two contestants came to, as it was printed. New votes make a new decision.
  await sql`
    create table pair_decisions (
      arena_id     integer not null references arenas,
      id           integer generated always as identity,
      question     text not null,
      votes_sha256 text not null,
      comparison   jsonb not null,
      decided_at   timestamptz not null,
      primary key (arena_id, id),
      unique (arena_id, question, votes_sha256)
    );
    comment on column pair_decisions.question is 'The pair, view and gate, as canonical JSON.'`.execute(db)
}
