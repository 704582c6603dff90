import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { CheckSpec } from '../../../shared/contracts/index.ts'
import type { Database } from '../../platform/schema.ts'
import type { ProviderOfArena } from '../../runs/index.ts'
import type { FocusDraw, PlannedOfPair } from '../plan/index.ts'
import { makesCheck } from './run-part-queries.ts'
import { CHECK_TASK, JUDGE_TASK } from './work-jobs.ts'

/**
 * The judge versions that have planned judgements in the run, with their provider.
 * @param runId  null: planned judgements of all runs that cast votes
 */
export async function selectJudging(
  db: Kysely<Database>,
  arenaId: number,
  runId: number | null,
): Promise<{ versionId: number; provider: ProviderOfArena }[]> {
  const { rows } = await sql<{ versionId: number; provider: ProviderOfArena }>`
    select v.id as "versionId", to_jsonb(p) as provider
    from judge_versions v join providers p on p.arena_id = v.arena_id and p.name = v.provider
    where v.arena_id = ${arenaId} and exists (select from judgements j
      where j.arena_id = v.arena_id and j.status = 'planned' and j.judge_version_id = v.id
        and case when ${runId}::integer is null then j.climb_epoch is null else j.run_id = ${runId} end)
    order by v.id`.execute(db)
  return rows
}

/** Planned judgements of the run that have no job yet, in order of place. */
export async function selectPlanned(
  db: Kysely<Database>,
  arenaId: number,
  runId: number,
  versionId: number,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select j.id from judgements j
    where j.arena_id = ${arenaId} and j.status = 'planned' and j.judge_version_id = ${versionId}
      and j.run_id = ${runId}
      and not exists (select from graphile_worker._private_jobs q
        where q.key = ${`${JUDGE_TASK} ${arenaId} `} || j.id)
    order by j.place limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * The planned pairwise judgements of the run without a job, by criteria and pair of contestants.
 * @param limit how many of each pair at most
 */
export async function selectPlannedPairs(
  db: Kysely<Database>,
  arenaId: number,
  runId: number,
  versionId: number,
  limit: number,
): Promise<(PlannedOfPair & { criteria: string[] })[]> {
  const { rows } = await sql<PlannedOfPair & { criteria: string[] }>`
    select j.criteria, array[least(a.contestant_id, b.contestant_id), greatest(a.contestant_id, b.contestant_id)] as contestants,
      (array_agg(j.id::text order by j.place))[1:${limit}::integer] as judgements
    from judgements j
    join answers a on a.arena_id = j.arena_id and a.id = j.answer_ids[1]
    join answers b on b.arena_id = j.arena_id and b.id = j.answer_ids[2]
    where j.arena_id = ${arenaId} and j.status = 'planned' and j.judge_version_id = ${versionId}
      and j.run_id = ${runId}
      and not exists (select from graphile_worker._private_jobs q
        where q.key = ${`${JUDGE_TASK} ${arenaId} `} || j.id)
    group by 1, 2 order by 1, 2`.execute(db)
  return rows
}

/** Records with which probabilities pairs were drawn. */
export async function recordPairProbabilities(
  db: Kysely<Database>,
  arenaId: number,
  draws: readonly FocusDraw[],
): Promise<void> {
  await sql`
    update judgements j set pair_probability = d.probability
    from unnest(${draws.map(({ id }) => id)}::uuid[], ${draws.map((one) => one.pairProbability)}::float8[])
      as d (id, probability)
    where j.arena_id = ${arenaId} and j.id = d.id`.execute(db)
}

export interface ActiveCheck {
  name: string
  sha256: string
  spec: CheckSpec
  /** The provider of its model or its command; null for a rule. */
  provider: ProviderOfArena | null
}

export async function selectActiveChecks(db: Kysely<Database>, arenaId: number): Promise<ActiveCheck[]> {
  const { rows } = await sql<ActiveCheck>`
    select k.name, k.sha256, k.spec, to_jsonb(p) as provider
    from checks k left join providers p on p.arena_id = k.arena_id and p.name = k.spec->>'provider'
    where k.arena_id = ${arenaId} and k.active order by k.name`.execute(db)
  return rows
}

/** SQL: answers that the check applies to and that have no result in this run. */
const unchecked = (arenaId: number, runId: number, { name, sha256, spec }: ActiveCheck) => {
  const categories = spec.categories ?? null
  return sql`
    answers a
    join prompts p on p.arena_id = a.arena_id and p.id = a.prompt_id
    join contestants c on c.arena_id = a.arena_id and c.id = a.contestant_id
    where a.arena_id = ${arenaId} and c.retired_at is null and p.messages is not null and p.retired_at is null
      and (${categories}::text[] is null or p.category = any (${categories}::text[]))
      and ${makesCheck(arenaId, runId, sql`${spec.required ?? false}::boolean`)}
      and not exists (select from check_results r where r.arena_id = a.arena_id and r.run_id = ${runId}
        and r.name = ${name} and r.sha256 = ${sha256} and r.answer_id = a.id)`
}

/** Answers without a result of the check that have no job yet, by id. */
export async function selectUnchecked(
  db: Kysely<Database>,
  arenaId: number,
  runId: number,
  check: ActiveCheck,
  limit: number,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select a.id from ${unchecked(arenaId, runId, check)}
      and not exists (select from graphile_worker._private_jobs q
        where q.key = ${`${CHECK_TASK} ${arenaId} ${runId} ${check.sha256} `} || a.id)
    order by a.id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Whether any answer lacks a result of the check, with or without a job. */
export async function isUnchecked(
  db: Kysely<Database>,
  arenaId: number,
  runId: number,
  check: ActiveCheck,
): Promise<boolean> {
  const { rows } = await sql`select from ${unchecked(arenaId, runId, check)} limit 1`.execute(db)
  return rows.length > 0
}

/** How many planned judgements the run has. */
export async function countPlanned(db: Kysely<Database>, arenaId: number, runId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from judgements
    where arena_id = ${arenaId} and run_id = ${runId} and status = 'planned'`.execute(db)
  return rows[0].count
}

/** The models that a run of the arena calls: those of contestants, judges and checks. */
export async function selectModelsCalled(db: Kysely<Database>, arenaId: number): Promise<string[]> {
  const { rows } = await sql<{ model: string }>`
    select c.model from contestants c join providers p on p.arena_id = c.arena_id and p.name = c.provider
      where c.arena_id = ${arenaId} and c.retired_at is null and p.type not in ('http', 'exec')
    union select v.model from judge_versions v
      join judges g on g.arena_id = v.arena_id and g.name = v.judge and g.version_sha256 = v.sha256 and g.active
      where v.arena_id = ${arenaId}
    union select spec->>'model' from checks where arena_id = ${arenaId} and active and spec->>'kind' = 'llm'
    order by 1`.execute(db)
  return rows.map(({ model }) => model)
}

/** The cost of all runs on these two contestants alone, in US dollars. */
export async function sumSpentOnPair(
  db: Kysely<Database>,
  arenaId: number,
  contestants: readonly [number, number],
): Promise<number> {
  const { rows } = await sql<{ spent: number }>`
    select coalesce(sum(spent_usd), 0)::float8 as spent from runs
    where arena_id = ${arenaId} and plan->'only'->'contestants' = ${JSON.stringify(contestants)}::jsonb`.execute(
    db,
  )
  return rows[0].spent
}
