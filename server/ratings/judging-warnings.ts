import type { Kysely } from 'kysely'
import type { Warning } from '../../shared/contracts/index.ts'
import { POWERED } from '../../shared/votes/judge-choice.ts'
import { withCommas } from '../../shared/sentence/index.ts'
import type { Database } from '../platform/schema.ts'
import type { VoteSelection } from '../votes/index.ts'
import { countLeftOutOf, hasSeveralVersions, selectFailedJudgements, selectMixedVersions } from './queries.ts'

/** What a reader must know of how judges came to their votes: which judgements failed, which judges changed meanwhile. */
export async function judgingWarnings(
  db: Kysely<Database>,
  arenaId: number,
  view: VoteSelection,
): Promise<Warning[]> {
  const { source } = view
  const isOfJudges = source === 'judges' || source === POWERED || source?.startsWith('judge:')
  if (source !== 'all' && !isOfJudges) return []
  const warnings: Warning[] = []
  const failed = await selectFailedJudgements(db, arenaId, view)
  if (failed.length > 0) {
    const count = failed.reduce((sum, one) => sum + one.count, 0)
    const causes = failed.map((one) => `${one.cause.replaceAll('_', ' ')} ${withCommas(one.count)}`)
    const message = `${withCommas(count)} ${count === 1 ? 'judgement' : 'judgements'} failed and ${count === 1 ? 'is' : 'are'} no vote: ${causes.join(', ')}.`
    warnings.push({ code: 'failed_judgements', message, count })
  }
  // of people's votes no answer is left out
  const leftOut = source === POWERED ? 0 : await countLeftOutOf(db, arenaId, view)
  if (leftOut > 0)
    warnings.push({
      code: 'left_out_by_checks',
      message: `${withCommas(leftOut)} ${leftOut === 1 ? 'vote was' : 'votes were'} not asked of judges, because an answer failed a required check: this board is of answers that pass. A comparison of two counts them.`,
      count: leftOut,
    })
  const mixed = (await hasSeveralVersions(db, arenaId)) ? await selectMixedVersions(db, arenaId, view) : []
  if (mixed.length > 0)
    warnings.push({
      code: 'judge_versions',
      message: `Votes of several versions of a judge are counted together: ${mixed.join(', ')}.`,
      count: mixed.length,
    })
  return warnings
}
