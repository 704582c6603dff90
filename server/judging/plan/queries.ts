import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import { withoutLeak } from '../../answers/index.ts'
import type { Database } from '../../platform/schema.ts'
import type { PlanAnswer, ExistingJudgement, JudgedEarlier } from './planned.ts'

/** Answers without a leak, of active contestants, to prompts that are in use and have a text. */
export const selectPlanAnswers = (db: Kysely<Database>, arenaId: number): Promise<PlanAnswer[]> =>
  db
    .selectFrom('answers as a')
    .innerJoin('prompts as p', (join) =>
      join.onRef('p.arena_id', '=', 'a.arena_id').onRef('p.id', '=', 'a.prompt_id'),
    )
    .innerJoin('contestants as c', (join) =>
      join.onRef('c.arena_id', '=', 'a.arena_id').onRef('c.id', '=', 'a.contestant_id'),
    )
    .select(['a.id', 'a.prompt_id as promptId', 'a.contestant_id as contestantId', 'p.category'])
    .select('a.text_sha256 as text')
    .where('a.arena_id', '=', arenaId)
    .where('a.erased_at', 'is', null)
    .where('p.messages', 'is not', null)
    .where('p.retired_at', 'is', null)
    .where('c.retired_at', 'is', null)
    .where(withoutLeak('a'))
    .orderBy('a.id')
    .execute()

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

/** What earlier versions of the active judges judged, no part of a climb, with the current version of the judge. */
export async function selectJudgedEarlier(db: Kysely<Database>, arenaId: number): Promise<JudgedEarlier[]> {
  const { rows } = await sql<JudgedEarlier>`
    select current.id as "versionId", j.criteria, j.answer_ids as "answerIds"
    from judgements j
    join judge_versions v on v.arena_id = j.arena_id and v.id = j.judge_version_id
    join judges g on g.arena_id = v.arena_id and g.name = v.judge and g.active and g.version_sha256 <> v.sha256
    join judge_versions current
      on current.arena_id = g.arena_id and current.judge = g.name and current.sha256 = g.version_sha256
    where j.arena_id = ${arenaId} and j.status = 'done' and j.repeat = 0 and j.climb_epoch is null
    order by j.place, j.id`.execute(db)
  return rows
}

export async function contestantNamed(
  db: Kysely<Database>,
  arenaId: number,
  name: string,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('contestants')
    .select('id')
    .where('arena_id', '=', arenaId)
    .where('name', '=', name)
    .executeTakeFirst()
  return row?.id
}
