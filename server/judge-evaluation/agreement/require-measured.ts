import type { Transaction, Kysely } from 'kysely'
import { msg } from '../../../shared/messages/index.ts'
import { versionSha256, type NewJudge } from '../../judging/index.ts'
import { ProblemError } from '../../platform/http/http.ts'
import type { Database } from '../../platform/schema.ts'
import { weighingOf } from './weighing.ts'
import { selectWeighed } from './weighing-queries.ts'

/**
 * Votes may be weighed by log-probabilities only after people's votes in this arena have shown that the same judge then
 * agrees with people more often.
 * @throws {ProblemError} for the first judge without such a measurement; it says how to get one
 */
export async function requireMeasuredWeights(
  trx: Transaction<Database>,
  arenaId: number,
  judges: readonly NewJudge[],
): Promise<void> {
  const weighing = judges.filter(({ logprobs }) => logprobs === 'weigh')
  if (weighing.length === 0) return
  const judgements = await selectWeighed(trx, arenaId, null)
  for (const judge of weighing) {
    const hashes = (['measure', 'weigh'] as const).map((logprobs) => versionSha256({ ...judge, logprobs }))
    const versions = await selectVersionIds(trx, arenaId, judge.name, hashes)
    const own = judgements.filter((one) => versions.includes(one.version))
    const { pairs, plainAgreed, weighedAgreed, isBetter, p } = weighingOf(
      { verdicts: own.length, withProbabilities: own.length },
      own,
    )
    if (isBetter) continue
    throw new ProblemError(
      'invalid_request',
      pairs === 0
        ? msg('logprobs_unmeasured', { judge: judge.name })
        : msg('logprobs_not_better', {
            judge: judge.name,
            pairs,
            weighed: weighedAgreed,
            plain: plainAgreed,
            p,
          }),
    )
  }
}

/** The ids of the versions of a judge with these hashes. */
async function selectVersionIds(
  db: Kysely<Database>,
  arenaId: number,
  judge: string,
  hashes: readonly string[],
): Promise<number[]> {
  const rows = await db
    .selectFrom('judge_versions')
    .select('id')
    .where('arena_id', '=', arenaId)
    .where('judge', '=', judge)
    .where('sha256', 'in', hashes)
    .execute()
  return rows.map(({ id }) => id)
}
