/** Counts of a run's judgements and checks. */
import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Database } from '../../platform/schema.ts'
import { injectedAnswers } from '../../answers/index.ts'
import { isRunning, sqlStatuses } from '../../runs/index.ts'
import type { WorkCounts } from '../../runs/index.ts'
import { makesCheck } from './run-part-queries.ts'
import { SUPERSEDED } from './planned-queries.ts'

/** The judgements of a run by status. Superseded ones do not count as failed. */
export async function countJudgements(
  db: Kysely<Database>,
  arenaId: number,
  runId: number,
): Promise<WorkCounts['judgements']> {
  const { rows } = await sql<WorkCounts['judgements']>`
    select count(*) filter (where status = 'planned')::int as planned, count(*) filter (where status = 'done')::int as done,
      count(*) filter (where status = 'failed' and cause <> ${SUPERSEDED})::int as failed,
      count(*) filter (where status = 'done' and answer_ids && ${injectedAnswers(arenaId)})::int as injected
    from judgements where arena_id = ${arenaId} and run_id = ${runId}`.execute(db)
  return rows[0]
}

/** How many planned judgements the running runs of all arenas have. */
export async function countJudgementsAhead(db: Kysely<Database>): Promise<number> {
  const { rows } = await sql<{ planned: number }>`
    select count(*)::int as planned from runs r
    join judgements j on j.arena_id = r.arena_id and j.run_id = r.id and j.status = 'planned'
    where r.status in (${sqlStatuses(isRunning)})`.execute(db)
  return rows[0].planned
}

export interface CheckCounts {
  done: number
  failed: number
  /** Results that the run still lacks for existing answers. */
  left: number
  /** How many of these need a call: no earlier run has a result for the same answer. */
  callsLeft: number
}

/** The results of checks in the run, and how many are missing. */
export async function countChecks(
  db: Kysely<Database>,
  arenaId: number,
  runId: number,
): Promise<CheckCounts> {
  const { rows } = await sql<CheckCounts>`
    select d.*, l.* from
    (select count(*) filter (where passed is not null)::int as done, count(*) filter (where passed is null)::int as failed
      from check_results where arena_id = ${arenaId} and run_id = ${runId}) d,
    (select count(*)::int as "left", (count(*) filter (where k.spec ? 'provider' and not exists (
        select from check_results r where r.arena_id = k.arena_id and r.name = k.name and r.sha256 = k.sha256
          and r.answer_id = a.id and r.passed is not null)))::int as "callsLeft"
    from checks k
    join answers a on a.arena_id = k.arena_id
    join prompts p on p.arena_id = a.arena_id and p.id = a.prompt_id
    join contestants c on c.arena_id = a.arena_id and c.id = a.contestant_id
    where k.arena_id = ${arenaId} and k.active and c.retired_at is null
      and p.messages is not null and p.retired_at is null
      and ${makesCheck(arenaId, runId, sql`coalesce(k.spec->'required' = 'true', false)`)}
      and (k.spec->'categories' is null or coalesce(k.spec->'categories' ? p.category, false))
      and not exists (select from check_results r where r.arena_id = k.arena_id and r.run_id = ${runId}
        and r.name = k.name and r.sha256 = k.sha256 and r.answer_id = a.id)) l`.execute(db)
  return rows[0]
}

/** Why judgements of the run failed, by the first word of the cause, most frequent first. */
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
