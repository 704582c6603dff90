import type { Warning } from '../../shared/contracts/index.ts'
import { byCodeUnits } from './board/code-units.ts'

/** What a reader must know of a source: that kinds of voters are mixed, that judges were checked by nobody. */
export function sourceWarnings(
  source: string,
  voted: readonly { source: string; name: string | null }[],
): Warning[] {
  const kinds = new Set(voted.map((one) => one.source))
  const judges = [...new Set(voted.flatMap(({ name }) => name ?? []))].sort(byCodeUnits)
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
