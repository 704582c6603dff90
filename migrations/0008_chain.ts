import { sql, type Kysely } from 'kysely'

/** A digest of each day's facts, chained with the day before, and what its leaves need. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table chain_digests (
      arena_id    integer not null references arenas,
      -- UTC
      day         date not null,
      previous    text,
      digest      text not null check (digest ~ '^[0-9a-f]{64}$'),
      votes       integer not null,
      retractions integer not null,
      quarantines integer not null,
      releases    integer not null,
      -- facts that say they are of an earlier day
      late        integer not null,
      made_at     timestamptz not null,
      primary key (arena_id, day),
      unique (arena_id, digest),
      -- a digest has one successor, so the chain cannot fork
      unique (arena_id, previous),
      foreign key (arena_id, previous) references chain_digests (arena_id, digest)
    );
    create unique index one_first_digest on chain_digests (arena_id) where previous is null`.execute(db)
  await sql`
    create table chain_leaves (
      arena_id integer not null,
      kind     text not null check (kind in ('vote', 'retraction', 'quarantine')),
      -- of a retraction: the vote
      fact_id  bigint not null,
      day      date not null,
      leaf     bytea not null check (octet_length(leaf) = 32),
      primary key (arena_id, kind, fact_id),
      foreign key (arena_id, day) references chain_digests deferrable initially deferred
    );
    create index chain_leaves_by_day on chain_leaves (arena_id, day)`.execute(db)
  // hides a vote that was taken back: its leaf cannot be guessed without the key
  await sql`
    create table chain_keys (
      arena_id integer primary key references arenas,
      key      bytea not null check (octet_length(key) = 32)
    )`.execute(db)
  // leaves name a voter by the commitment alone; without the salt it says nothing of the voter
  await sql`
    create table voter_commitments (
      arena_id   integer not null references arenas,
      voter      text not null,
      -- null: the voter was erased
      salt       bytea,
      commitment bytea not null,
      primary key (arena_id, voter)
    )`.execute(db)
}
