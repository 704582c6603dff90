import { sql, type Kysely } from 'kysely'

/**
 * By default a table is analysed anew once a tenth of it has changed. An arena that is smaller stays unknown until then, is
 * taken for one of a single row, and each of its votes is looked for among all its battles.
 */
const ANALYSED_OFTEN = sql.raw(
  'with (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 5000)',
)

/** The facts: who was shown what, what they said, what they took back, and which votes do not count. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table battles (
      arena_id            integer not null references arenas,
      id                  uuid not null,
      criterion           text not null,
      prompt_id           integer,
      left_contestant_id  integer not null,
      right_contestant_id integer not null,
      left_answer_id      integer,
      right_answer_id     integer,
      voter               text not null check (voter <> ''),
      -- calibration: people decide it blindly, to show how far judges agree with them
      origin              text not null check (origin in ('page', 'import', 'simulation', 'judging', 'calibration', 'live')),
      shown_at            timestamptz not null,
      expires_at          timestamptz,
      judgement_id        uuid,
      -- the battle that this one shows the same voter again, sides swapped
      repeat_of           uuid,
      -- with which the pair was drawn, given what was known and open at the draw; null: every open pair was equally likely
      pair_probability    double precision check (pair_probability > 0 and pair_probability <= 1),
      -- which samples an imported vote names; null: the first, or what the answers say
      left_sample         integer check (left_sample >= 1),
      right_sample        integer check (right_sample >= 1),
      primary key (arena_id, id),
      unique (arena_id, id, voter),
      foreign key (arena_id, prompt_id) references prompts,
      foreign key (arena_id, left_contestant_id) references contestants,
      foreign key (arena_id, right_contestant_id) references contestants,
      -- an answer is named together with its prompt and its contestant: both answers of a battle are to its prompt
      foreign key (arena_id, left_answer_id, prompt_id, left_contestant_id)
        references answers (arena_id, id, prompt_id, contestant_id),
      foreign key (arena_id, right_answer_id, prompt_id, right_contestant_id)
        references answers (arena_id, id, prompt_id, contestant_id),
      foreign key (arena_id, judgement_id) references judgements,
      foreign key (arena_id, repeat_of) references battles,
      constraint no_self_battle check (left_contestant_id <> right_contestant_id),
      constraint answers_need_a_prompt check (prompt_id is not null or num_nonnulls(left_answer_id, right_answer_id) = 0),
      constraint shown_battles_have_answers check (
        origin not in ('page', 'calibration', 'live')
        or (left_answer_id is not null and right_answer_id is not null and expires_at is not null)
      ),
      constraint judging_names_its_judgement check ((origin = 'judging') = (judgement_id is not null)),
      constraint only_calibration_repeats check (repeat_of is null or origin = 'calibration')
    ) ${ANALYSED_OFTEN};
    create index battles_by_id on battles (id);
    create unique index a_voter_sees_a_pair_once_per_prompt on battles
      (arena_id, voter, prompt_id, least(left_contestant_id, right_contestant_id), greatest(left_contestant_id, right_contestant_id))
      where origin in ('page', 'calibration') and repeat_of is null;
    create unique index a_battle_is_repeated_once on battles (arena_id, repeat_of) where repeat_of is not null;
    create index battles_by_judge on battles (arena_id, prompt_id, voter) where judgement_id is not null;
    create index battles_by_judgement on battles (arena_id, judgement_id) where judgement_id is not null;
    -- whether an arena has any such pair is asked for each of its boards
    create index battles_not_uniform on battles (arena_id) where pair_probability is not null;
    -- and whether imported votes have any, beside many draws of the arena itself
    create index battles_imported_not_uniform on battles (arena_id)
      where pair_probability is not null and origin = 'import';
    -- what other people chose on the pairs of a voter
    create index battles_by_pair on battles (arena_id, prompt_id,
      least(left_contestant_id, right_contestant_id), greatest(left_contestant_id, right_contestant_id))`.execute(
    db,
  )

  // Ids are given in another order than transactions commit, so every fact knows the transaction that brought it.
  await sql`
    create table votes (
      arena_id     integer not null,
      id           bigint generated always as identity,
      battle_id    uuid not null,
      voter        text not null,
      outcome      text not null check (outcome in ('left', 'right', 'tie', 'both_bad')),
      source       text not null check (source in ('human', 'judge', 'result', 'simulated', 'live')),
      inconsistent boolean not null default false,
      reason       text,
      cast_at      timestamptz not null,
      -- when it came here: an imported vote may have been cast years ago
      recorded_at  timestamptz not null,
      -- where an imported vote came from, so that importing a file again adds nothing
      import_key   text,
      txid         xid8 not null default pg_current_xact_id(),
      -- how long its voter looked at the pair; null: that is not known
      seconds      real,
      primary key (arena_id, id),
      constraint one_vote_per_battle_and_voter unique (arena_id, battle_id, voter),
      unique (arena_id, import_key),
      foreign key (arena_id, battle_id, voter) references battles (arena_id, id, voter) on update cascade
    ) ${ANALYSED_OFTEN};
    create index votes_by_source on votes (arena_id, source, voter) include (recorded_at);
    create index votes_timed on votes (arena_id) where seconds is not null;
    create table retractions (
      arena_id     integer not null,
      vote_id      bigint not null,
      retracted_at timestamptz not null,
      txid         xid8 not null default pg_current_xact_id(),
      primary key (arena_id, vote_id),
      foreign key (arena_id, vote_id) references votes
    ) ${ANALYSED_OFTEN};
    create table quarantines (
      arena_id integer not null,
      id       bigint generated always as identity,
      vote_id  bigint not null,
      -- false: from then on the vote does not count; true: it counts again. The last word holds
      released boolean not null,
      reason   text not null check (reason <> ''),
      at       timestamptz not null,
      txid     xid8 not null default pg_current_xact_id(),
      -- the reason as a message, where the server itself gave it
      finding  jsonb,
      -- the leak that it follows from
      leak_id  bigint,
      primary key (arena_id, id),
      foreign key (arena_id, vote_id) references votes
    ) ${ANALYSED_OFTEN};
    create index quarantines_by_vote on quarantines (arena_id, vote_id, id desc);
    create index quarantines_of_leaks on quarantines (arena_id, leak_id) where leak_id is not null;
    -- By index: a session keeps the plan of a function until the table is analysed. Made while there were few quarantines,
    -- it read all of them for each vote.
    create function is_quarantined(arena integer, vote bigint, until timestamptz) returns boolean language sql stable
    set enable_seqscan = off as $$
      select coalesce((
        select not q.released from quarantines q
        where q.arena_id = arena and q.vote_id = vote and (until is null or q.at <= until)
        order by q.id desc limit 1), false)
    $$`.execute(db)
  for (const table of ['votes', 'retractions', 'quarantines'])
    await sql`create index ${sql.id(`${table}_by_transaction`)} on ${sql.table(table)} (arena_id, txid)`.execute(
      db,
    )

  // which voters have seen the names behind a battle
  await sql`
    create table reveals (
      arena_id    integer not null,
      battle_id   uuid not null,
      revealed_at timestamptz not null,
      primary key (arena_id, battle_id),
      foreign key (arena_id, battle_id) references battles
    )`.execute(db)
  await sql`
    create table second_looks (
      arena_id     integer not null,
      -- a repeat: what its voter says now is no vote, and shows how far a voter agrees with itself
      battle_id    uuid not null,
      voter        text not null,
      outcome      text not null check (outcome in ('left', 'right', 'tie', 'both_bad')),
      cast_at      timestamptz not null,
      withdrawn_at timestamptz,
      txid         xid8 not null default pg_current_xact_id(),
      primary key (arena_id, battle_id),
      foreign key (arena_id, battle_id, voter) references battles (arena_id, id, voter) on update cascade
    )`.execute(db)

  // What voters chose and may still change. A choice becomes a vote, or a second look, once its voter goes on, sees the names,
  // or a minute has passed.
  await sql`
    create table pending_votes (
      arena_id  integer not null,
      battle_id uuid not null,
      voter     text not null,
      outcome   text not null check (outcome in ('left', 'right', 'tie', 'both_bad')),
      reason    text,
      seconds   real,
      chosen_at timestamptz not null,
      primary key (arena_id, battle_id),
      foreign key (arena_id, battle_id, voter) references battles (arena_id, id, voter) on update cascade
    );
    create index pending_votes_by_voter on pending_votes (arena_id, voter)`.execute(db)
}
