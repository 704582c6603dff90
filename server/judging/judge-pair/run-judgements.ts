/** Counts of a run's judgements and checks. */
import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/schema.ts'
import type { PlanSpec } from '../plan/plan-judgements.ts'
import { trialsOfRun } from '../trial/judge-trials.ts'
import { totalSkippedPairs } from '../checks/gating.ts'
import { injectedAnswers } from '../../answers/index.ts'
import { hasStopped, isRunning, sqlStatuses, type WorkCounts, type Run } from '../../runs/index.ts'
import { queryRows, requireRow, requireValue } from '../../platform/postgres/query.ts'

/** What a run has judged, what failed, and what its arena skips. */
export async function countWork(
  db: Db,
  arenaId: number,
  runId: number,
): Promise<Omit<WorkCounts, 'checks' | 'pair'>> {
  const [judgements, failures, skippedPairs, trials] = await Promise.all([
    countJudgements(db, arenaId, runId),
    countFailures(db, arenaId, runId),
    totalSkippedPairs(db, arenaId),
    trialsOfRun(db, arenaId, runId),
  ])
  return { judgements, failures, skippedPairs, trials }
}

/** What judges said in a run over one prompt and two contestants; null: it is over more, or over all. */
export async function pairOfRun(
  db: Db,
  { arena_id: arenaId, id, plan }: Pick<Run, 'arena_id' | 'id' | 'plan'>,
): Promise<WorkCounts['pair']> {
  const { only } = plan as Partial<PlanSpec>
  if (!only?.contestants || only.prompts.length !== 1) return null
  const rows = await queryRows<NonNullable<WorkCounts['pair']>>(db)`
    select p.key as prompt,
      (select jsonb_agg(c.name order by c.id) from contestants c
        where c.arena_id = ${arenaId} and c.id = any (${only.contestants}::integer[])) as contestants,
      (select coalesce(jsonb_agg(jsonb_build_object('judge', v.judge, 'criterion', b.criterion, 'battle', b.id)
          order by v.judge, b.criterion), '[]')
        from judgements j
        join judge_versions v on v.arena_id = j.arena_id and v.id = j.judge_version_id
        join battles b on b.arena_id = j.arena_id and b.judgement_id = j.id
        where j.arena_id = ${arenaId} and j.run_id = ${id} and j.status = 'done') as battles
    from prompts p where p.arena_id = ${arenaId} and p.id = ${only.prompts[0]!}`
  return rows[0] ?? null
}

/** The judgements of a run by status. Superseded ones do not count as failed. */
export const countJudgements = (db: Db, arenaId: number, runId: number): Promise<WorkCounts['judgements']> =>
  requireRow<WorkCounts['judgements']>(db)`
    select count(*) filter (where j.status = 'planned')::int as planned,
      count(*) filter (where j.status = 'planned' and ${hasStopped(sql`j.judge_version_id`)})::int as "setAside",
      count(*) filter (where j.status = 'done')::int as done,
      count(*) filter (where j.status = 'failed' and j.cause <> ${SUPERSEDED})::int as failed,
      count(*) filter (where j.status = 'done' and answer_ids && ${injectedAnswers(arenaId)})::int as injected
    from judgements j join runs on runs.arena_id = j.arena_id and runs.id = j.run_id
    where j.arena_id = ${arenaId} and j.run_id = ${runId}`

/** How many planned judgements the running runs of all arenas have, without those of stopped judges. */
export const countJudgementsAhead = (db: Db): Promise<number> =>
  requireValue<number>(db)`
    select count(*)::int as planned from runs
    join judgements j on j.arena_id = runs.arena_id and j.run_id = runs.id and j.status = 'planned'
    where not ${hasStopped(sql`j.judge_version_id`)} and runs.status in (${sqlStatuses(isRunning)})`

/** Why judgements of the run failed, by the first word of the cause, most frequent first. */
const countFailures = (db: Db, arenaId: number, runId: number): Promise<{ cause: string; count: number }[]> =>
  queryRows<{ cause: string; count: number }>(db)`
    select split_part(cause, ':', 1) as cause, count(*)::int as count from judgements
    where arena_id = ${arenaId} and run_id = ${runId} and status = 'failed' and cause <> ${SUPERSEDED}
    group by 1 order by 2 desc, 1`

// Judgements that a run takes over from earlier runs.

/**
 * The cause of a judgement whose judge is no longer active, in this version or for this prompt, or in whose answers a
 * leak was found. It is not counted as a failure.
 */
export const SUPERSEDED = 'superseded'

/** Which judgements of two contestants belong to one attempt of a climb. */
export interface JudgedPair {
  epoch: number
  versionId: number
  criterion: string
  promptIds: readonly number[]
  /** The answers of both contestants. */
  answerIds: readonly number[]
}

/** Moves the planned and failed judgements of two contestants in a climb to this run and plans them again. */
export async function takeOverPair(
  trx: Trx,
  arenaId: number,
  runId: number,
  { epoch, versionId, criterion, promptIds, answerIds }: JudgedPair,
  now: Date,
): Promise<void> {
  await sql`
    update judgements j set run_id = ${runId}, status = 'planned', cause = null, finished_at = null, attempts = 0,
      planned_at = case when j.status = 'failed' then ${now}::timestamptz else j.planned_at end
    where j.arena_id = ${arenaId} and j.climb_epoch = ${epoch} and j.judge_version_id = ${versionId}
      and j.criteria = array[${criterion}::text] and j.prompt_id = any (${promptIds}::integer[])
      and j.answer_ids <@ ${answerIds}::integer[] and j.run_id <> ${runId} and j.status in ('planned', 'failed')`.execute(
    trx,
  )
}
