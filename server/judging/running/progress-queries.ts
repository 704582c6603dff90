import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Database } from '../../platform/schema.ts'
import type { ProviderOfArena } from './endpoints.ts'
import { isToBeChecked } from './part-queries.ts'
import { SUPERSEDED } from './run-queries.ts'

export interface RunCounts {
  planned: number
  done: number
  failed: number
  answersMade: number
  answersFailed: number
  answersUsd: number
  judgementsUsd: number
  checksUsd: number
  /** Calls for checks that came to a good end. */
  checkCalls: number
  callsDone: number
  callsFailed: number
  callsUnderWay: number
  /** In the last minute, and since when: the first of them began. */
  recentCalls: number
  recentSince: Date | null
}

/** Everything there is to count of a run. */
export async function countRun(
  db: Kysely<Database>,
  arenaId: number,
  runId: number,
  now: Date,
): Promise<RunCounts> {
  const { rows } = await sql<RunCounts>`
    select j.*, c.*, r.* from
      (select count(*) filter (where status = 'planned')::int as planned, count(*) filter (where status = 'done')::int as done,
        count(*) filter (where status = 'failed' and cause <> ${SUPERSEDED})::int as failed
        from judgements where arena_id = ${arenaId} and run_id = ${runId}) j,
      (select count(*) filter (where status = 'ok')::int as "callsDone",
        count(*) filter (where status = 'failed')::int as "callsFailed",
        count(*) filter (where status = 'under_way')::int as "callsUnderWay",
        coalesce(sum(cost_usd) filter (where purpose = 'answer'), 0)::float8 as "answersUsd",
        coalesce(sum(cost_usd) filter (where purpose = 'judgement'), 0)::float8 as "judgementsUsd",
        coalesce(sum(cost_usd) filter (where purpose = 'check'), 0)::float8 as "checksUsd",
        count(*) filter (where purpose = 'check' and status = 'ok')::int as "checkCalls"
        from calls where arena_id = ${arenaId} and run_id = ${runId}) c,
      (select count(*)::int as "recentCalls", min(started_at) as "recentSince" from calls
        where arena_id = ${arenaId} and run_id = ${runId} and status = 'ok'
          and finished_at > ${now}::timestamptz - interval '1 minute') r`.execute(db)
  const answers = await sql<{ answersMade: number; answersFailed: number }>`
    select count(distinct (prompt_id, contestant_id)) filter (where a.id is not null)::int as "answersMade",
      count(distinct (prompt_id, contestant_id)) filter (where a.id is null and k.gave_up)::int as "answersFailed"
    from calls k left join answers a using (arena_id, prompt_id, contestant_id)
    where k.arena_id = ${arenaId} and k.run_id = ${runId} and k.purpose = 'answer'`.execute(db)
  return { ...rows[0]!, ...answers.rows[0]! }
}

export interface CheckCounts {
  done: number
  failed: number
  /** Results the run still lacks over the answers that are there. */
  left: number
  /** Of these, for how many a model has to be asked: no earlier run has its word on the same answer. */
  callsLeft: number
}

/** What checks brought in the run, and what they still have to. */
export async function countChecks(
  db: Kysely<Database>,
  arenaId: number,
  runId: number,
): Promise<CheckCounts> {
  const { rows } = await sql<CheckCounts>`
    select d.*, l.* from
    (select count(*) filter (where passed is not null)::int as done, count(*) filter (where passed is null)::int as failed
      from check_results where arena_id = ${arenaId} and run_id = ${runId}) d,
    (select count(*)::int as "left", (count(*) filter (where k.spec->>'kind' = 'llm' and not exists (
        select from check_results r where r.arena_id = k.arena_id and r.name = k.name and r.sha256 = k.sha256
          and r.answer_id = a.id and r.passed is not null)))::int as "callsLeft"
    from checks k
    join answers a on a.arena_id = k.arena_id
    join prompts p on p.arena_id = a.arena_id and p.id = a.prompt_id
    join contestants c on c.arena_id = a.arena_id and c.id = a.contestant_id
    where k.arena_id = ${arenaId} and k.active and c.retired_at is null
      and p.messages is not null and p.retired_at is null
      and ${isToBeChecked(arenaId, runId)}
      and (k.spec->'categories' is null or coalesce(k.spec->'categories' ? p.category, false))
      and not exists (select from check_results r where r.arena_id = k.arena_id and r.run_id = ${runId}
        and r.name = k.name and r.sha256 = k.sha256 and r.answer_id = a.id)) l`.execute(db)
  return rows[0]!
}

/** Why judgements of the run failed, by the first word of the cause. */
export async function countFailures(
  db: Kysely<Database>,
  arenaId: number,
  runId: number,
): Promise<{ cause: string; count: number }[]> {
  const { rows } = await sql<{ cause: string; count: number }>`
    select split_part(cause, ':', 1) as cause, count(*)::int as count from judgements
    where arena_id = ${arenaId} and run_id = ${runId} and status = 'failed' and cause <> ${SUPERSEDED}
    group by 1 order by 2 desc, 1`.execute(db)
  return rows
}

export async function selectProviders(db: Kysely<Database>, arenaId: number): Promise<ProviderOfArena[]> {
  return db.selectFrom('providers').selectAll().where('arena_id', '=', arenaId).orderBy('name').execute()
}
