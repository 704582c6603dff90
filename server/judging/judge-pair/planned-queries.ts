/** Judgements that a run takes over from earlier runs. */
import { type Transaction, sql } from 'kysely'
import type { Database } from '../../platform/schema.ts'

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
