import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Database } from '../platform/schema.ts'
import type { ProviderOfArena } from './endpoints.ts'

export interface CallCounts {
  answersMade: number
  answersFailed: number
  answersUsd: number
  judgementsUsd: number
  checksUsd: number
  /** Successful calls for checks. */
  checkCalls: number
  callsDone: number
  callsFailed: number
  callsUnderWay: number
  /** Successful calls that ended in the last minute, and the start of the first of them. */
  recentCalls: number
  recentSince: Date | null
}

/** Counts the calls of a run, and the answers made by them. */
export async function countCalls(
  db: Kysely<Database>,
  arenaId: number,
  runId: number,
  now: Date,
): Promise<CallCounts> {
  const { rows } = await sql<CallCounts>`
    select c.*, r.* from
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
    select count(distinct (prompt_id, contestant_id, sample)) filter (where a.id is not null)::int as "answersMade",
      count(distinct (prompt_id, contestant_id, sample)) filter (where a.id is null and k.gave_up)::int as "answersFailed"
    from calls k left join answers a using (arena_id, prompt_id, contestant_id, sample)
    where k.arena_id = ${arenaId} and k.run_id = ${runId} and k.purpose = 'answer'`.execute(db)
  return { ...rows[0], ...answers.rows[0] }
}

/** The providers of an arena, by name. */
export async function selectProviders(db: Kysely<Database>, arenaId: number): Promise<ProviderOfArena[]> {
  return db.selectFrom('providers').selectAll().where('arena_id', '=', arenaId).orderBy('name').execute()
}
