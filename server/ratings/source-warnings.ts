import type { Kysely } from 'kysely'
import type { Warning } from '../../shared/contracts/index.ts'
import { withCommas } from '../../shared/sentence/index.ts'
import type { Database } from '../platform/schema.ts'
import type { VoteSelection } from '../votes/index.ts'
import { selectFailedJudgements, selectMixedVersions } from './queries.ts'

/** What a reader must know of a source: that kinds of voters are mixed, that judges were checked by nobody. */
export function sourceWarnings(source: string, voted: { source: string; name: string | null }[]): Warning[] {
  const kinds = new Set(voted.map((one) => one.source))
  const judges = [...new Set(voted.flatMap(({ name }) => name ?? []))]
  const warnings: Warning[] = []
  if (source === 'all' && kinds.has('human') && kinds.has('judge'))
    warnings.push({ code: 'mixed_sources', message: "Humans' and judges' votes are counted together." })
  if ((source === 'judges' || source === 'all') && judges.length > 0)
    warnings.push({
      code: 'uncalibrated_judge',
      message: `By judges nobody has checked against humans: ${judges.join(', ')}.`,
    })
  if (source.startsWith('judge:'))
    warnings.push({ code: 'uncalibrated_judge', message: 'By a judge nobody has checked against humans.' })
  return warnings
}

/** What a reader must know of how judges came to their votes: which judgements failed, which judges changed meanwhile. */
export async function judgingWarnings(
  db: Kysely<Database>,
  arenaId: number,
  view: VoteSelection,
): Promise<Warning[]> {
  const { source } = view
  if (source !== 'all' && source !== 'judges' && !source?.startsWith('judge:')) return []
  const warnings: Warning[] = []
  const failed = await selectFailedJudgements(db, arenaId, view)
  if (failed.length > 0) {
    const count = failed.reduce((sum, one) => sum + one.count, 0)
    const causes = failed.map((one) => `${one.cause.replaceAll('_', ' ')} ${withCommas(one.count)}`)
    const message = `${withCommas(count)} ${count === 1 ? 'judgement' : 'judgements'} failed and ${count === 1 ? 'is' : 'are'} no vote: ${causes.join(', ')}.`
    warnings.push({ code: 'failed_judgements', message, count })
  }
  const mixed = await selectMixedVersions(db, arenaId, view)
  if (mixed.length > 0)
    warnings.push({
      code: 'judge_versions',
      message: `Votes of several versions of a judge are counted together: ${mixed.join(', ')}.`,
      count: mixed.length,
    })
  return warnings
}
