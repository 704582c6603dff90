import type { Kysely } from 'kysely'
import { sql } from 'kysely'

/** LLM judges: where models are reached, who judges by which rubric, and every call that was paid for. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table providers (
      arena_id            integer not null references arenas,
      name                text not null check (name <> ''),
      type                text not null check (type in ('openai', 'anthropic')),
      base_url            text,
      -- the name of the variable that holds the key, never the key
      api_key_env         text not null,
      concurrency         integer check (concurrency > 0),
      requests_per_minute double precision check (requests_per_minute > 0),
      primary key (arena_id, name)
    )`.execute(db)
  await sql`
    alter table contestants
      add column provider text,
      add column template text,
      add column params jsonb not null default '{}',
      add column owner text,
      add column family text,
      -- the contestant of which this one is the same again: it must stay in a dead heat with it
      add column control_of text,
      add foreign key (arena_id, provider) references providers,
      add foreign key (arena_id, control_of) references contestants (arena_id, name),
      add check (control_of <> name)`.execute(db)
  await sql`
    alter table arenas
      -- plan, trust, gate and budget as arena.yaml has them
      add column settings jsonb not null default '{}'`.execute(db)
  await sql`
    alter table answers
      -- of everything the answer was made from: it is made anew only when this changes; null: made elsewhere
      add column inputs_sha256 text,
      add column finish_reason text,
      add column input_tokens integer,
      add column cached_input_tokens integer,
      add column model_reported text,
      add column made_at timestamptz`.execute(db)
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
      kind         text not null check (kind in ('run', 'judge')),
      status       text not null check (status in ('running', 'paused', 'cancelled', 'budget_reached', 'done')),
      plan         jsonb not null,
      budget_usd   double precision check (budget_usd > 0),
      -- what finished calls cost, and the most that calls now under way may cost; together never above the budget
      spent_usd    double precision not null default 0,
      reserved_usd double precision not null default 0,
      started_at   timestamptz not null,
      ended_at     timestamptz,
      -- why it was paused, where nobody asked for it
      cause        text,
      -- when all that the plan asks for was put down as judgements
      planned_at   timestamptz,
      primary key (arena_id, id)
    )`.execute(db)
  await sql`create unique index one_open_run_per_arena on runs (arena_id) where status in ('running', 'paused')`.execute(
    db,
  )
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
      primary key (arena_id, id),
      foreign key (arena_id, run_id) references runs,
      foreign key (arena_id, judge_version_id) references judge_versions,
      foreign key (arena_id, prompt_id) references prompts,
      check ((status = 'planned') = (finished_at is null)),
      check ((status = 'failed') = (cause is not null))
    )`.execute(db)
  await sql`
    create function sorted(ids integer[]) returns integer[] language sql immutable parallel safe
      return (select array_agg(id order by id) from unnest(ids) as id)`.execute(db)
  await sql`
    create unique index answers_are_judged_once_per_version on judgements
      (arena_id, judge_version_id, criteria, sorted(answer_ids), repeat)`.execute(db)
  await sql`create index judgements_by_status on judgements (arena_id, status, judge_version_id, place)`.execute(
    db,
  )
  await sql`create index judgements_by_run on judgements (arena_id, run_id, status)`.execute(db)
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
      primary key (arena_id, id),
      foreign key (arena_id, run_id) references runs,
      foreign key (arena_id, judgement_id) references judgements,
      check ((purpose = 'judgement') = (judgement_id is not null and shown is not null)),
      check ((status = 'under_way') = (finished_at is null))
    )`.execute(db)
  await sql`create index calls_by_judgement on calls (arena_id, judgement_id)`.execute(db)
  await sql`create index calls_by_run on calls (arena_id, run_id, status) include (purpose, cost_usd)`.execute(
    db,
  )
  await sql`create index calls_by_answer on calls (arena_id, prompt_id, contestant_id) where purpose <> 'judgement'`.execute(
    db,
  )
  await sql`
    alter table battles
      add column judgement_id uuid,
      add foreign key (arena_id, judgement_id) references judgements,
      drop constraint battles_origin_check,
      add constraint battles_origin_check check (origin in ('page', 'import', 'simulation', 'judging')),
      add constraint judging_names_its_judgement check ((origin = 'judging') = (judgement_id is not null))`.execute(
    db,
  )
  await sql`create index battles_by_judge on battles (arena_id, prompt_id, voter) where judgement_id is not null`.execute(
    db,
  )
  await sql`create index battles_by_judgement on battles (arena_id, judgement_id) where judgement_id is not null`.execute(
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
    )`.execute(db)
  await sql`
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
      foreign key (arena_id, answer_id) references answers,
      check ((passed is null) = (cause is not null))
    )`.execute(db)
}
