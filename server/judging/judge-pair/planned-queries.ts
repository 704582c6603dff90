/** Judgements that a run takes over from earlier runs. */
import type { Transaction } from 'kysely'
import { sql } from 'kysely'
import type { Database } from '../../platform/schema.ts'

/**
 * Hands judgements that were planned and not reached to this run: those of which an order is paid for stay, the others
 * go, to be planned anew. Of a version that is no longer asked none stays. Pairs left out that no plan came to go too.
 */
export async function takeOverPlanned(
  trx: Transaction<Database>,
  arenaId: number,
  runId: number,
  at: Date,
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
    update judgements j set status = 'failed', cause = ${SUPERSEDED}, finished_at = ${at}::timestamptz
    from judge_versions v join judges g on g.arena_id = v.arena_id and g.name = v.judge
    where j.arena_id = ${arenaId} and j.status = 'planned' and j.climb_epoch is null and v.arena_id = j.arena_id and v.id = j.judge_version_id
      and not (g.active and g.version_sha256 = v.sha256)`.execute(trx)
}

/** Why a judgement failed whose judge is asked no more, in another version, or not on this prompt: no fault, and not counted as one. */
export const SUPERSEDED = 'superseded'

/**
 * Gives judgements that failed for good another chance, in this run: they are planned anew, and what was tried before
 * counts no more.
 * @returns how many
 */
export async function reviveFailed(
  trx: Transaction<Database>,
  arenaId: number,
  runId: number,
  at: Date,
): Promise<number> {
  const { numAffectedRows } = await sql`
    update judgements j set status = 'planned', cause = null, finished_at = null, attempts = 0, run_id = ${runId},
      planned_at = ${at}::timestamptz
    from judge_versions v join judges g on g.arena_id = v.arena_id and g.name = v.judge
    where j.arena_id = ${arenaId} and j.status = 'failed' and j.climb_epoch is null and v.arena_id = j.arena_id and v.id = j.judge_version_id
      and g.active and g.version_sha256 = v.sha256`.execute(trx)
  return Number(numAffectedRows ?? 0n)
}

/** Which judgements of two contestants belong together in a climb. */
export interface JudgedPair {
  epoch: number
  versionId: number
  criterion: string
  promptIds: readonly number[]
  /** Answers of both. */
  answerIds: readonly number[]
}

/** Gives this run what was planned for the same two in a climb, and what failed for want of an answer. */
export async function takeOverPair(
  trx: Transaction<Database>,
  arenaId: number,
  runId: number,
  { epoch, versionId, criterion, promptIds, answerIds }: JudgedPair,
  at: Date,
): Promise<void> {
  await sql`
    update judgements j set run_id = ${runId}, status = 'planned', cause = null, finished_at = null, attempts = 0,
      planned_at = case when j.status = 'failed' then ${at}::timestamptz else j.planned_at end
    where j.arena_id = ${arenaId} and j.climb_epoch = ${epoch} and j.judge_version_id = ${versionId}
      and j.criteria = array[${criterion}::text] and j.prompt_id = any (${promptIds}::integer[])
      and j.answer_ids <@ ${answerIds}::integer[] and j.run_id <> ${runId} and j.status in ('planned', 'failed')`.execute(
    trx,
  )
}
