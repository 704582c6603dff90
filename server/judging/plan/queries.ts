import { type Kysely, sql } from 'kysely'
import type { Database } from '../../platform/schema.ts'
import type { ExistingJudgement } from './planned.ts'

/**
 * The judgements of these judge versions that are no part of a climb.
 * @param statuses  `ended` leaves out planned ones
 */
export const selectExistingJudgements = (
  db: Kysely<Database>,
  arenaId: number,
  versionIds: number[],
  statuses: 'all' | 'ended' = 'all',
): Promise<ExistingJudgement[]> =>
  db
    .selectFrom('judgements')
    .select(['judge_version_id as versionId', 'criteria', 'answer_ids as answerIds', 'repeat'])
    .select(sql<boolean>`status = 'failed'`.as('failed'))
    .where('arena_id', '=', arenaId)
    .where('climb_epoch', 'is', null)
    .where('judge_version_id', '=', sql<number>`any(${versionIds}::integer[])`)
    .$if(statuses === 'ended', (query) => query.where('status', '<>', 'planned'))
    .orderBy('id')
    .execute()
