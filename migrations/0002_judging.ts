import { sql, type Kysely } from 'kysely'

/** LLM judges and checks: who judges by which rubric, every call that was paid for, and how far judges are trusted. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table rubrics (
      arena_id integer not null references arenas,
      sha256   text not null,
      name     text not null,
      -- front matter and instructions as they were read
      rubric   jsonb not null,
      primary key (arena_id, sha256)
    )`.execute(db)
  await sql`
    create table judges (
      arena_id   integer not null references arenas,
      name       text not null check (name <> '' and name = btrim(name)),
      family     text,
      -- null: all of the rubric's, all categories
      criteria   text[],
      categories text[],
      -- how it is asked: so many answers at once where listwise, several criteria in one call or each in its own
      form       text not null check (form in ('pairwise', 'listwise')),
      list_size  integer not null check (list_size between 3 and 6),
      ask        text not null check (ask in ('together', 'apart')),
      -- of the version that judges now
      version_sha256 text not null,
      -- false once arena.yaml no longer names it
      active     boolean not null default true,
      primary key (arena_id, name)
    )`.execute(db)
  await sql`
    create table judge_versions (
      arena_id      integer not null,
      id            integer generated always as identity,
      judge         text not null,
      provider      text not null,
      model         text not null,
      params        jsonb not null default '{}',
      rubric_sha256 text not null,
      -- of (model, rubric hash, parameters): calibration is bound to it
      sha256        text not null,
      created_at    timestamptz not null,
      -- what it showed in its first calls, and the form of reply that it holds
      trial         jsonb,
      primary key (arena_id, id),
      unique (arena_id, judge, sha256),
      foreign key (arena_id, judge) references judges,
      foreign key (arena_id, provider) references providers,
      foreign key (arena_id, rubric_sha256) references rubrics
    )`.execute(db)
  await sql`
    create table runs (
      arena_id     integer not null references arenas,
      id           integer generated always as identity,
      kind         text not null check (kind in ('run', 'judge', 'challenge')),
      status       text not null check (status in ('running', 'paused', 'cancelled', 'budget_reached', 'done')),
      plan         jsonb not null,
      budget_usd   double precision check (budget_usd > 0),
      -- what finished calls cost, and the most that calls now under way may cost; together never above the budget
      spent_usd    double precision not null default 0,
      reserved_usd double precision not null default 0,
      started_at   timestamptz not null,
      ended_at     timestamptz,
      -- why it was paused, where nobody asked for it: the English text
      cause        text,
      -- when all that the plan asks for was put down as judgements
      planned_at   timestamptz,
      -- why it stopped, as a message that every language can show
      finding      jsonb,
      -- by judge version, why the run sets its judgements aside, and the call with the first reply that could not be read
      stopped_judges jsonb,
      primary key (arena_id, id)
    );
    create unique index one_open_run_per_arena on runs (arena_id) where status in ('running', 'paused')`.execute(
    db,
  )

  // Judgements of a climb name their epoch. What is tried in an epoch is among the challenges.
  await sql`
    create table climb_epochs (
      arena_id          integer not null,
      number            integer not null check (number >= 1),
      judge_version_id  integer not null,
      criterion         text not null,
      -- of judge, rubric, criterion, references and hold-out together: where it changes, the next epoch begins
      sha256            text not null,
      references_sha256 text not null,
      -- which prompts are held out; null: none
      hold_out          jsonb,
      started_at        timestamptz not null,
      primary key (arena_id, number),
      foreign key (arena_id, judge_version_id) references judge_versions
    )`.execute(db)

  await sql`
    create table judgements (
      arena_id         integer not null,
      id               uuid not null,
      run_id           integer not null,
      judge_version_id integer not null,
      form             text not null check (form in ('pairwise', 'listwise')),
      -- one verdict each, asked in one examination
      criteria         text[] not null check (cardinality(criteria) > 0),
      prompt_id        integer not null,
      -- in the order of the first showing; the second shows them the other way round
      answer_ids       integer[] not null check (cardinality(answer_ids) >= 2),
      -- of the same answers by the same version, counted from 0
      repeat           integer not null default 0,
      -- judgements are taken in this order, of which any beginning is spread evenly
      place            integer not null,
      status           text not null check (status in ('planned', 'done', 'failed')),
      -- why it failed for good
      cause            text,
      attempts         integer not null default 0,
      planned_at       timestamptz not null,
      finished_at      timestamptz,
      -- of a climb: it casts no vote, and stands beside what was judged otherwise of the same answers
      climb_epoch      integer,
      -- with which the pair was drawn, given what was known and open at the draw; null: every open pair was equally likely
      pair_probability double precision check (pair_probability > 0 and pair_probability <= 1),
      -- the model as the provider named it in its last reply; null: it named none
      served_model     text,
      -- of the transaction that ended it
      txid             xid8 not null default pg_current_xact_id(),
      -- whether its judge read the source of a page that people see run; null: nothing was sent
      read_source      boolean,
      -- of a live battle: it casts no vote, and says what both orders say, by criterion
      live             boolean not null default false,
      outcomes         jsonb,
      primary key (arena_id, id),
      foreign key (arena_id, run_id) references runs,
      foreign key (arena_id, judge_version_id) references judge_versions,
      foreign key (arena_id, prompt_id) references prompts,
      foreign key (arena_id, climb_epoch) references climb_epochs,
      check ((status = 'planned') = (finished_at is null)),
      check ((status = 'failed') = (cause is not null)),
      check ((outcomes is not null) = (live and status = 'done'))
    );
    create function sorted(ids integer[]) returns integer[] language sql immutable parallel safe
      return (select array_agg(id order by id) from unnest(ids) as id);
    create unique index answers_are_judged_once_per_version on judgements
      (arena_id, judge_version_id, criteria, sorted(answer_ids), repeat, coalesce(climb_epoch, 0), live);
    create index judgements_by_status on judgements (arena_id, status, judge_version_id, place);
    create index judgements_by_run on judgements (arena_id, run_id, status);
    create index judgements_by_served_model on judgements (arena_id, judge_version_id, served_model);
    create index judgements_of_live on judgements (arena_id) where live;
    -- whether an arena has any such pair is asked for each of its boards
    create index judgements_not_uniform on judgements (arena_id) where pair_probability is not null`.execute(
    db,
  )

  await sql`
    create table calls (
      arena_id            integer not null,
      id                  bigint generated always as identity,
      run_id              integer not null,
      purpose             text not null check (purpose in ('answer', 'judgement', 'check')),
      -- what it was for: the judgement and its order, or the answer's prompt and contestant
      judgement_id        uuid,
      shown               text check (shown in ('first', 'second')),
      prompt_id           integer,
      contestant_id       integer,
      -- of an answer, counted from 0
      turn                integer,
      -- of the request an answer was asked for with, so that a turn is not paid for twice; or of the check
      inputs_sha256       text,
      provider            text not null,
      model               text not null,
      status              text not null check (status in ('under_way', 'ok', 'failed')),
      cause               text,
      -- no further attempt follows
      gave_up             boolean not null default false,
      reply               text,
      -- the judge's verdicts by criterion, each with its reason; null until read
      verdicts            jsonb,
      finish_reason       text,
      model_reported      text,
      input_tokens        integer,
      cached_input_tokens integer,
      output_tokens       integer,
      reserved_usd        double precision not null,
      cost_usd            double precision,
      latency_ms          double precision,
      started_at          timestamptz not null,
      finished_at         timestamptz,
      -- of the answer that is made or checked
      sample              integer not null default 1 check (sample >= 1),
      transcript          jsonb,
      primary key (arena_id, id),
      foreign key (arena_id, run_id) references runs,
      foreign key (arena_id, judgement_id) references judgements,
      check ((purpose = 'judgement') = (judgement_id is not null and shown is not null)),
      check ((status = 'under_way') = (finished_at is null))
    );
    create index calls_by_judgement on calls (arena_id, judgement_id);
    create index calls_by_run on calls (arena_id, run_id, status) include (purpose, cost_usd);
    create index calls_by_answer on calls (arena_id, prompt_id, contestant_id) where purpose <> 'judgement';
    -- each board asks whether any answer was given up; calls are many, and these are few
    create index calls_given_up on calls (arena_id, contestant_id, prompt_id) where gave_up and purpose = 'answer'`.execute(
    db,
  )

  await sql`
    create table checks (
      arena_id integer not null references arenas,
      name     text not null,
      -- of the whole check as arena.yaml has it
      sha256   text not null,
      spec     jsonb not null,
      active   boolean not null default true,
      primary key (arena_id, name, sha256)
    );
    create table check_results (
      arena_id   integer not null,
      run_id     integer not null,
      name       text not null,
      sha256     text not null,
      answer_id  integer not null,
      -- null: the check could not be made, for the cause given
      passed     boolean,
      cause      text,
      reason     text,
      checked_at timestamptz not null,
      primary key (arena_id, run_id, name, sha256, answer_id),
      foreign key (arena_id, run_id) references runs,
      foreign key (arena_id, name, sha256) references checks,
      foreign key (arena_id, answer_id) references answers on delete cascade,
      check ((passed is null) = (cause is not null))
    );
    create index check_results_by_answer on check_results (arena_id, answer_id);
    create index check_results_failed on check_results (arena_id, name) where not passed`.execute(db)

  // pairs of answers that no judge is shown, because one of them failed a check that it had to pass first
  await sql`
    create table skipped_pairs (
      arena_id          integer not null,
      judge             text not null,
      criterion         text not null,
      prompt_id         integer not null,
      lesser_answer_id  integer not null,
      greater_answer_id integer not null,
      lesser_passes     boolean not null,
      greater_passes    boolean not null,
      -- the checks that were failed
      checks            text[] not null check (cardinality(checks) > 0),
      -- among the judgements of the same plan
      place             integer not null,
      -- when the plan came to it; null: it did not yet, and no comparison counts it
      counted_at        timestamptz,
      -- of the transaction that counted it
      txid              xid8 not null default pg_current_xact_id(),
      primary key (arena_id, judge, criterion, lesser_answer_id, greater_answer_id),
      foreign key (arena_id, judge) references judges,
      foreign key (arena_id, prompt_id) references prompts,
      foreign key (arena_id, lesser_answer_id) references answers on delete cascade,
      foreign key (arena_id, greater_answer_id) references answers on delete cascade,
      check (lesser_answer_id < greater_answer_id),
      check (not (lesser_passes and greater_passes))
    );
    create index skipped_pairs_by_greater on skipped_pairs (arena_id, greater_answer_id);
    create index skipped_pairs_by_lesser on skipped_pairs (arena_id, lesser_answer_id)`.execute(db)
  // check results and skipped pairs are about one text
  await sql`
    create function forget_results_of_answer() returns trigger language plpgsql as $$
    begin
      delete from check_results where arena_id = new.arena_id and answer_id = new.id;
      delete from skipped_pairs where arena_id = new.arena_id and new.id in (lesser_answer_id, greater_answer_id);
      return null;
    end $$;
    create trigger text_changed after update of text_sha256, context on answers for each row
      when ((old.text_sha256, old.context) is distinct from (new.text_sha256, new.context))
      execute function forget_results_of_answer()`.execute(db)

  // what was found of judges
  await sql`
    create table judge_evaluations (
      arena_id     integer primary key references arenas,
      -- what boards go by: every judge that was evaluated, with its standing
      trust        jsonb not null,
      report       jsonb not null,
      evaluated_at timestamptz not null
    )`.execute(db)
}
