import { createHash } from 'node:crypto'
import type { Transaction } from 'kysely'
import { canonicalJson } from '../../platform/canonical-json.ts'
import type { Database } from '../../platform/schema.ts'
import type { NewJudge } from './judge.ts'
import { deactivateJudges, upsertJudges, upsertRubrics, upsertVersions } from './queries.ts'

/** What a calibration is bound to: another model, rubric or parameter is another version. */
export function versionSha256({
  model,
  params,
  rubricSha256,
}: Pick<NewJudge, 'model' | 'params' | 'rubricSha256'>): string {
  return createHash('sha256').update(canonicalJson({ model, params, rubricSha256 })).digest('hex')
}

/**
 * Makes these the judges of the arena. One it had and that is not among them is asked no more; its votes stand. One
 * that comes back to an earlier version takes up that version again.
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
  const rubrics = new Map(judges.map(({ rubric, rubricSha256 }) => [rubricSha256, rubric]))
  await upsertRubrics(
    trx,
    [...rubrics].map(([sha256, rubric]) => ({
      arena_id: arenaId,
      sha256,
      name: rubric.name,
      rubric: JSON.stringify(rubric),
    })),
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
      version_sha256: versionSha256(judge),
      active: true,
    })),
  )
  await upsertVersions(
    trx,
    judges.map((judge) => ({
      arena_id: arenaId,
      judge: judge.name,
      provider: judge.provider,
      model: judge.model,
      params: JSON.stringify(judge.params),
      rubric_sha256: judge.rubricSha256,
      sha256: versionSha256(judge),
      created_at: now,
    })),
  )
}
