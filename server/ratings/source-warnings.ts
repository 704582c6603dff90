import type { Warning } from '../../shared/contracts/index.ts'
import { withCommas } from '../../shared/sentence/index.ts'
import { countsJudge, POWERED } from '../../shared/votes/judge-choice.ts'
import { byCodeUnits } from './board/code-units.ts'
import type { ArenaView } from './view.ts'

/** What a reader must know of a source: that kinds of voters are mixed, whom it leaves out, whom nobody has checked. */
export function sourceWarnings(
  { source, judges, trust }: Pick<ArenaView, 'source' | 'judges' | 'trust'>,
  voted: readonly { source: string; name: string | null }[],
): Warning[] {
  // what judges lend is held against people: their errors, and their liking for kin, are taken out
  if (source === POWERED) return []
  if (source === 'humans' || source === 'simulated') return []
  const named = new Map(trust.map((one) => [one.judge, one]))
  const voters = source.startsWith('judge:')
    ? [source.slice('judge:'.length)]
    : [...new Set(voted.flatMap(({ name }) => name ?? []))].sort(byCodeUnits)
  const counted = voters.filter((judge) => countsJudge(judges, judge))
  const leftOut = voters.filter((judge) => !countsJudge(judges, judge))
  const unchecked = counted.filter((judge) => (named.get(judge)?.state ?? 'not_measured') === 'not_measured')
  const failed = counted.filter((judge) => named.get(judge)?.state === 'uncalibrated')
  const warnings: Warning[] = []
  if (source === 'all' && counted.length > 0 && voted.some((one) => one.source === 'human'))
    warnings.push({ code: 'mixed_sources', message: "Humans' and judges' votes are counted together." })
  if (unchecked.length > 0)
    warnings.push({
      code: 'uncalibrated_judge',
      message: `By judges nobody has checked against humans: ${unchecked.join(', ')}.`,
    })
  if (failed.length > 0)
    warnings.push({
      code: 'uncalibrated_judge',
      message: `By a judge that was checked against humans and failed: ${failed.map(told).join(', ')}.`,
    })
  if (leftOut.length > 0)
    warnings.push({
      code: 'judge_left_out',
      message: `Left out, as ${source === 'all' ? 'only calibrated judges count beside people' : 'humans were found to disagree'}: ${leftOut.map(told).join(', ')}.`,
      count: leftOut.length,
    })
  for (const judge of counted) {
    const kin = named.get(judge)?.kin ?? []
    if (kin.length > 0)
      warnings.push({
        code: 'same_family',
        message: `Judge ${judge} is of the family of ${kin.join(', ')}, which it may favour.`,
      })
  }
  return warnings

  function told(judge: string): string {
    const found = named.get(judge)
    if (!found || found.state === 'not_measured') return `${judge} (not checked yet)`
    const { agreed, decided, minAgreement } = found
    if (decided === 0) return `${judge} (decides nothing that they decide)`
    return `${judge} (agrees in ${withCommas(agreed)} of ${withCommas(decided)}, ${Math.round(100 * minAgreement)} % are asked)`
  }
}
