/** Counts of a run's judgements and checks. */
import { type Kysely, sql } from 'kysely'
import type { Database } from '../../platform/schema.ts'
import { injectedAnswers } from '../../answers/index.ts'
import { isRunning, sqlStatuses, type WorkCounts } from '../../runs/index.ts'
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
