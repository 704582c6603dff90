import type { Transaction } from 'kysely'
import type { Database } from '../../platform/schema.ts'
import type { NewJudge } from './judge.ts'
import { versionSha256 } from './put-judges.ts'
import { selectVersionId, upsertRubrics, upsertVersions } from './queries.ts'

/**
 * Puts a version of a judge of the arena down, with its rubric, beside the one that judges now. @returns its id
 */
export async function storeVersion(
  trx: Transaction<Database>,
  arenaId: number,
  judge: NewJudge,
  now: Date,
): Promise<number> {
  const { name, provider, model, params, rubric, rubricSha256 } = judge
  const sha256 = versionSha256(judge)
  await upsertRubrics(trx, [
    { arena_id: arenaId, sha256: rubricSha256, name: rubric.name, rubric: JSON.stringify(rubric) },
  ])
  await upsertVersions(trx, [
    {
      arena_id: arenaId,
      judge: name,
      provider,
      model,
      params: JSON.stringify(params),
      rubric_sha256: rubricSha256,
      sha256,
      created_at: now,
    },
  ])
  return selectVersionId(trx, arenaId, name, sha256)
}
