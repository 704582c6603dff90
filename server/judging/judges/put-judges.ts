import { createHash } from 'node:crypto'
import { canonicalJson } from '../../platform/canonical-json.ts'
import type { Transaction, Insertable, Kysely } from 'kysely'
import type { Database } from '../../platform/schema.ts'
import type { NewJudge } from './judge.ts'
import type { JudgeTable, JudgeVersionTable, RubricTable } from '../tables.ts'

/**
 * The hash of a judge version. Another model, rubric or parameter, or another use of log-probabilities, is another version,
 * and needs a new evaluation.
 */
export function versionSha256({
  model,
  params,
  rubricSha256,
  logprobs = 'off',
}: Pick<NewJudge, 'model' | 'params' | 'rubricSha256' | 'logprobs'>): string {
  const version = { model, params, rubricSha256, ...(logprobs !== 'off' && { logprobs }) }
  return createHash('sha256').update(canonicalJson(version)).digest('hex')
}

/**
 * Replaces the judges of the arena. A judge that is not among them is no longer asked; its votes stay. A judge that
 * returns to an earlier version continues that version.
 */
export async function putJudges(
  trx: Transaction<Database>,
  arenaId: number,
  judges: readonly NewJudge[],
  now: Date,
): Promise<void> {
  await deactivateJudges(
    trx,
    arenaId,
    judges.map(({ name }) => name),
  )
  if (judges.length === 0) return
  const byRubric = new Map(judges.map((judge) => [judge.rubricSha256, judge]))
  await upsertRubrics(
    trx,
    [...byRubric.values()].map((judge) => rubricRow(arenaId, judge)),
  )
  await upsertJudges(
    trx,
    judges.map((judge) => ({
      arena_id: arenaId,
      name: judge.name,
      family: judge.family,
      criteria: judge.criteria,
      categories: judge.categories,
      form: judge.form,
      list_size: judge.listSize,
      ask: judge.ask,
      logprobs: judge.logprobs ?? 'off',
      version_sha256: versionSha256(judge),
      active: true,
    })),
  )
  await upsertVersions(
    trx,
    judges.map((judge) => versionRow(arenaId, judge, now)),
  )
}

/** Stores a version of a judge with its rubric. The judge's active version stays. @returns its id */
export async function storeVersion(
  trx: Transaction<Database>,
  arenaId: number,
  judge: NewJudge,
  now: Date,
): Promise<number> {
  await upsertRubrics(trx, [rubricRow(arenaId, judge)])
  await upsertVersions(trx, [versionRow(arenaId, judge, now)])
  return selectVersionId(trx, arenaId, judge.name, versionSha256(judge))
}

const rubricRow = (arenaId: number, { rubric, rubricSha256 }: NewJudge) => ({
  arena_id: arenaId,
  sha256: rubricSha256,
  name: rubric.name,
  rubric: JSON.stringify(rubric),
})

const versionRow = (arenaId: number, judge: NewJudge, now: Date) => ({
  arena_id: arenaId,
  judge: judge.name,
  provider: judge.provider,
  model: judge.model,
  params: JSON.stringify(judge.params),
  rubric_sha256: judge.rubricSha256,
  sha256: versionSha256(judge),
  created_at: now,
})

async function deactivateJudges(
  trx: Transaction<Database>,
  arenaId: number,
  activeNames: readonly string[],
): Promise<void> {
  const others = trx.updateTable('judges').set({ active: false }).where('arena_id', '=', arenaId)
  await (activeNames.length > 0 ? others.where('name', 'not in', activeNames) : others).execute()
}

async function upsertRubrics(trx: Transaction<Database>, rows: Insertable<RubricTable>[]): Promise<void> {
  await trx
    .insertInto('rubrics')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

async function upsertJudges(trx: Transaction<Database>, rows: Insertable<JudgeTable>[]): Promise<void> {
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
async function upsertVersions(
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

async function selectVersionId(
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
