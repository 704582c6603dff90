import type { Kysely } from 'kysely'
import { judgeIn } from '../../shared/contracts/index.ts'
import type { Warning } from '../../shared/contracts/index.ts'
import { MAJORITY } from '../../shared/votes/majority.ts'
import { POWERED } from '../../shared/votes/judges-counted.ts'
import { msg, warning } from '../../shared/messages/index.ts'
import type { Database } from '../platform/schema.ts'
import type { VoteSelection } from '../votes/index.ts'
import { countLeftOutOf, hasSeveralVersions, selectFailedJudgements, selectMixedVersions } from './queries.ts'
import { hasSeveralServed, selectMixedServed } from './served-queries.ts'

/** Warnings about judging: failed judgements, pairs left out by checks, and judges with votes of several versions. */
export async function judgingWarnings(
  db: Kysely<Database>,
  arenaId: number,
  view: VoteSelection,
): Promise<Warning[]> {
  const { source } = view
  const isOfJudges =
    source === 'judges' || source === MAJORITY || source === POWERED || judgeIn(source) !== null
  if (source !== 'all' && !isOfJudges) return []
  const warnings: Warning[] = []
  const failed = await selectFailedJudgements(db, arenaId, view)
  if (failed.length > 0) {
    const count = failed.reduce((sum, one) => sum + one.count, 0)
    warnings.push(warning(msg('failed_judgements', { count, causes: failed }), { count }))
  }
  // checks never exclude people's votes
  const leftOut = source === POWERED ? 0 : await countLeftOutOf(db, arenaId, view)
  if (leftOut > 0)
    warnings.push(
      warning(msg('votes_left_out_by_checks', { votes: leftOut }), {
        kind: 'left_out_by_checks',
        count: leftOut,
      }),
    )
  const mixed = (await hasSeveralVersions(db, arenaId)) ? await selectMixedVersions(db, arenaId, view) : []
  if (mixed.length > 0)
    warnings.push(warning(msg('judge_versions', { judges: mixed }), { count: mixed.length }))
  const served = (await hasSeveralServed(db, arenaId)) ? await selectMixedServed(db, arenaId, view) : []
  if (served.length > 0)
    warnings.push(warning(msg('served_models', { judges: served }), { count: served.length }))
  return warnings
}
