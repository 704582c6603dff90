import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Database } from '../../platform/schema.ts'
import type { ProviderOfArena } from './endpoints.ts'
import { SUPERSEDED } from './run-queries.ts'

export interface RunCounts {
  planned: number
  done: number
  failed: number
  answersMade: number
  answersFailed: number
  answersUsd: number
  judgementsUsd: number
  checksDone: number
  checksFailed: number
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
    select j.*, c.*, k.*, r.* from
      (select count(*) filter (where status = 'planned')::int as planned, count(*) filter (where status = 'done')::int as done,
        count(*) filter (where status = 'failed' and cause <> ${SUPERSEDED})::int as failed
        from judgements where arena_id = ${arenaId} and run_id = ${runId}) j,
      (select count(*) filter (where status = 'ok')::int as "callsDone",
        count(*) filter (where status = 'failed')::int as "callsFailed",
        count(*) filter (where status = 'under_way')::int as "callsUnderWay",
        coalesce(sum(cost_usd) filter (where purpose = 'answer'), 0)::float8 as "answersUsd",
        coalesce(sum(cost_usd) filter (where purpose = 'judgement'), 0)::float8 as "judgementsUsd"
        from calls where arena_id = ${arenaId} and run_id = ${runId}) c,
      (select count(*) filter (where passed is not null)::int as "checksDone",
        count(*) filter (where passed is null)::int as "checksFailed"
        from check_results where arena_id = ${arenaId} and run_id = ${runId}) k,
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
