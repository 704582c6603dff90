/** Judgements that a run takes over from earlier runs. */
import type { Transaction } from 'kysely'
import { sql } from 'kysely'
import type { Database } from '../../platform/schema.ts'

/**
 * Moves planned judgements of earlier runs to this run if a call was made for them, and deletes the others, which
 * are planned again. Judgements of a judge version that is no longer active end as superseded. Skipped pairs that
 * were not counted are deleted too.
 */
export async function takeOverPlanned(
  trx: Transaction<Database>,
  arenaId: number,
  runId: number,
  now: Date,
): Promise<void> {
  await sql`
    delete from judgements j where j.arena_id = ${arenaId} and j.status = 'planned' and j.climb_epoch is null
      and not exists (select from calls c where c.arena_id = j.arena_id and c.judgement_id = j.id)`.execute(
    trx,
  )
  await sql`delete from left_out_pairs where arena_id = ${arenaId} and counted_at is null`.execute(trx)
  await sql`
    update judgements j set run_id = ${runId}
    where j.arena_id = ${arenaId} and j.status = 'planned' and j.climb_epoch is null`.execute(trx)
  await sql`
    update judgements j set status = 'failed', cause = ${SUPERSEDED}, finished_at = ${now}::timestamptz,
      txid = pg_current_xact_id()
    from judge_versions v join judges g on g.arena_id = v.arena_id and g.name = v.judge
    where j.arena_id = ${arenaId} and j.status = 'planned' and j.climb_epoch is null and v.arena_id = j.arena_id and v.id = j.judge_version_id
      and not (g.active and g.version_sha256 = v.sha256)`.execute(trx)
}

/**
 * The cause of a judgement whose judge is no longer active, in this version or for this prompt, or in whose answers a
 * leak was found. It is not counted as a failure.
 */
export const SUPERSEDED = 'superseded'

/**
 * Plans failed judgements again, in this run. Their earlier attempts no longer count.
 * @returns how many
 */
export async function reviveFailed(
  trx: Transaction<Database>,
  arenaId: number,
  runId: number,
  now: Date,
): Promise<number> {
  const { numAffectedRows } = await sql`
    update judgements j set status = 'planned', cause = null, finished_at = null, attempts = 0, run_id = ${runId},
      planned_at = ${now}::timestamptz
    from judge_versions v join judges g on g.arena_id = v.arena_id and g.name = v.judge
    where j.arena_id = ${arenaId} and j.status = 'failed' and j.climb_epoch is null and v.arena_id = j.arena_id and v.id = j.judge_version_id
      and g.active and g.version_sha256 = v.sha256`.execute(trx)
  return Number(numAffectedRows ?? 0n)
}

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
  trx: Transaction<Database>,
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
