import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import { injectedAnswers } from '../../answers/index.ts'
import type { Database } from '../../platform/schema.ts'
import { firstServed } from './served-queries.ts'

/** Sums over the calls of a judge; `version` and `served` are null for all its versions together. */
export interface CallSums {
  judge: string
  version: number | null
  served: string | null
  calls: number
  failed: number
  usd: number
  medianLatencyMs: number | null
  /** Of the calls that were made for a vote: not for a repeat, nor in a climb. */
  votesUsd: number
  votesLatencyMs: number
}

export async function selectCallSums(db: Kysely<Database>, arenaId: number): Promise<CallSums[]> {
  const { rows } = await sql<CallSums>`
    select v.judge, v.id as version, s.served, count(*)::int as calls, (count(*) filter (where c.status = 'failed'))::int as failed,
      coalesce(sum(c.cost_usd), 0)::float8 as usd,
      coalesce(sum(c.cost_usd) filter (where ${castsVotes}), 0)::float8 as "votesUsd",
      coalesce(sum(c.latency_ms) filter (where ${castsVotes}), 0)::float8 as "votesLatencyMs",
      percentile_cont(0.5) within group (order by c.latency_ms) filter (where c.status = 'ok') as "medianLatencyMs"
    from calls c
    join judgements j on j.arena_id = c.arena_id and j.id = c.judgement_id
    join judge_versions v on v.arena_id = j.arena_id and v.id = j.judge_version_id
    left join ${firstServed(arenaId)} n on n.version = v.id
    cross join lateral (select coalesce(j.served_model, nullif(c.model_reported, ''), n.model) as served) s
    where c.arena_id = ${arenaId} and c.purpose = 'judgement' and c.status <> 'under_way'
    group by grouping sets ((v.judge), (v.judge, v.id, s.served))`.execute(db)
  return rows
}

const castsVotes = sql`j.repeat = 0 and j.climb_epoch is null`

export interface FailureCount {
  judge: string
  version: number
  served: string | null
  cause: string
  count: number
}

/** How many judgements failed, by the first word of the cause. */
export async function selectFailures(db: Kysely<Database>, arenaId: number): Promise<FailureCount[]> {
  const { rows } = await sql<FailureCount>`
    select v.judge, v.id as version, coalesce(j.served_model, n.model) as served, split_part(j.cause, ':', 1) as cause, count(*)::int as count
    from judgements j join judge_versions v on v.arena_id = j.arena_id and v.id = j.judge_version_id
    left join ${firstServed(arenaId)} n on n.version = v.id
    where j.arena_id = ${arenaId} and j.status = 'failed' and j.cause <> 'superseded'
    group by 1, 2, 3, 4 order by 5 desc, 4`.execute(db)
  return rows
}

export interface InjectedCount {
  judge: string
  /** Judgements that showed an answer with words that speak to a judge. */
  injected: number
}

/** For each judge with such judgements. */
export async function selectInjected(db: Kysely<Database>, arenaId: number): Promise<InjectedCount[]> {
  const { rows } = await sql<InjectedCount>`
    select v.judge, count(*)::int as injected
    from judgements j join judge_versions v on v.arena_id = j.arena_id and v.id = j.judge_version_id
    where j.arena_id = ${arenaId} and j.status = 'done' and j.answer_ids && ${injectedAnswers(arenaId)}
    group by v.judge`.execute(db)
  return rows
}

export interface VersionRow {
  judge: string
  version: number
  model: string
  served: string | null
  rubric: string
  rubricSha256: string
  params: Record<string, unknown>
  since: Date
  family: string | null
  active: boolean
  current: boolean
}

/**
 * Every version of every current and former judge, newest first, except versions used only in climbs. A version has a
 * row for each model served, the one served last first.
 */
export async function selectVersions(db: Kysely<Database>, arenaId: number): Promise<VersionRow[]> {
  const { rows } = await sql<VersionRow>`
    with served as (
      select j.judge_version_id as version, coalesce(j.served_model, n.model) as served, min(j.finished_at) as first,
        row_number() over (partition by j.judge_version_id order by min(j.finished_at), min(j.place)) as place,
        row_number() over (partition by j.judge_version_id order by max(j.finished_at) desc, max(j.place) desc) as place_from_last
      from judgements j left join ${firstServed(arenaId)} n on n.version = j.judge_version_id
      where j.arena_id = ${arenaId} and j.status <> 'planned' and j.cause is distinct from 'superseded'
      group by 1, 2)
    select v.judge, v.id as version, v.model, s.served, r.name as rubric, v.rubric_sha256 as "rubricSha256", v.params,
      case when s.place > 1 then s.first else v.created_at end as since, j.family, j.active,
      j.active and j.version_sha256 = v.sha256 and coalesce(s.place_from_last = 1, true) as current
    from judge_versions v
    join judges j on j.arena_id = v.arena_id and j.name = v.judge
    join rubrics r on r.arena_id = v.arena_id and r.sha256 = v.rubric_sha256
    left join served s on s.version = v.id
    where v.arena_id = ${arenaId} and (j.version_sha256 = v.sha256
      or not exists (select from climb_epochs e where e.arena_id = v.arena_id and e.judge_version_id = v.id)
      or exists (select from judgements d
        where d.arena_id = v.arena_id and d.judge_version_id = v.id and d.climb_epoch is null))
    order by v.judge, v.id desc, s.place_from_last`.execute(db)
  return rows
}
