import type { Insertable, Kysely, Transaction } from 'kysely'
import type { CheckTable } from '../tables.ts'
import type { Database } from '../../platform/schema.ts'
import type { JudgeTable, JudgeVersionTable, RubricTable } from '../tables.ts'
import type { CurrentJudge } from './judge.ts'

export async function deactivateJudges(
  trx: Transaction<Database>,
  arenaId: number,
  activeNames: readonly string[],
): Promise<void> {
  const others = trx.updateTable('judges').set({ active: false }).where('arena_id', '=', arenaId)
  await (activeNames.length > 0 ? others.where('name', 'not in', activeNames) : others).execute()
}

export async function upsertRubrics(
  trx: Transaction<Database>,
  rows: Insertable<RubricTable>[],
): Promise<void> {
  await trx
    .insertInto('rubrics')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function upsertJudges(
  trx: Transaction<Database>,
  rows: Insertable<JudgeTable>[],
): Promise<void> {
  await trx
    .insertInto('judges')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['arena_id', 'name']).doUpdateSet((eb) => ({
        family: eb.ref('excluded.family'),
        criteria: eb.ref('excluded.criteria'),
        categories: eb.ref('excluded.categories'),
        form: eb.ref('excluded.form'),
        list_size: eb.ref('excluded.list_size'),
        ask: eb.ref('excluded.ask'),
        logprobs: eb.ref('excluded.logprobs'),
        version_sha256: eb.ref('excluded.version_sha256'),
        active: true,
      })),
    )
    .execute()
}

/** An existing version keeps its id and its time of creation; its provider may change. */
export async function upsertVersions(
  trx: Transaction<Database>,
  rows: Insertable<JudgeVersionTable>[],
): Promise<void> {
  await trx
    .insertInto('judge_versions')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['arena_id', 'judge', 'sha256'])
        .doUpdateSet((eb) => ({ provider: eb.ref('excluded.provider') })),
    )
    .execute()
}

export async function selectVersionId(
  db: Kysely<Database>,
  arenaId: number,
  judge: string,
  sha256: string,
): Promise<number> {
  const { id } = await db
    .selectFrom('judge_versions')
    .select('id')
    .where('arena_id', '=', arenaId)
    .where('judge', '=', judge)
    .where('sha256', '=', sha256)
    .executeTakeFirstOrThrow()
  return id
}

/** The active judges, each with its current version, by name. */
export const currentJudges = (db: Kysely<Database>, arenaId: number): Promise<CurrentJudge[]> =>
  db
    .selectFrom('judges as j')
    .innerJoin('judge_versions as v', (join) =>
      join
        .onRef('v.arena_id', '=', 'j.arena_id')
        .onRef('v.judge', '=', 'j.name')
        .onRef('v.sha256', '=', 'j.version_sha256'),
    )
    .innerJoin('rubrics as r', (join) =>
      join.onRef('r.arena_id', '=', 'v.arena_id').onRef('r.sha256', '=', 'v.rubric_sha256'),
    )
    .select(['j.name', 'j.family', 'j.criteria', 'j.categories', 'j.form', 'j.list_size as listSize'])
    .select(['j.ask', 'j.logprobs', 'v.id as versionId', 'v.provider', 'v.model', 'v.params', 'r.rubric'])
    .select('v.rubric_sha256 as rubricSha256')
    .where('j.arena_id', '=', arenaId)
    .where('j.active', '=', true)
    .orderBy('j.name')
    .execute()

export async function deactivateChecks(trx: Transaction<Database>, arenaId: number): Promise<void> {
  await trx.updateTable('checks').set({ active: false }).where('arena_id', '=', arenaId).execute()
}

export async function upsertChecks(
  trx: Transaction<Database>,
  rows: Insertable<CheckTable>[],
): Promise<void> {
  if (rows.length === 0) return
  await trx
    .insertInto('checks')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['arena_id', 'name', 'sha256']).doUpdateSet({ active: true }))
    .execute()
}
