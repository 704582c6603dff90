import { withCommas } from '../../../../shared/sentence/index.ts'
import type { PracticallyEqualReport } from '../../../../server/ratings/reports/compute-reports.ts'
import { paragraph, percent, range, table } from './lines.ts'

const SHOWN = 20

export function practicallyEqualLines(report: PracticallyEqualReport | null, width: number): string[] {
  if (!report) return paragraph('Practically equal: needs bootstrap rounds.', width)
  const { delta, pairs, equal } = report
  const within = `a win rate within 50 ± ${Number((100 * delta).toPrecision(3))} %`
  if (equal.length === 0)
    return paragraph(
      `Practically equal: none of ${withCommas(pairs)} pairs is known to have ${within}. This does not mean that they differ.`,
      width,
    )
  const more = equal.length - SHOWN
  return [
    ...paragraph(
      `Practically equal: ${withCommas(equal.length)} of ${withCommas(pairs)} pairs ${equal.length === 1 ? 'has' : 'have'} ${within} (95 %, each pair alone). More votes will not change that.`,
      width,
    ),
    '',
    ...table(
      ['contestant', 'against', 'win rate', '95 %'],
      equal
        .slice(0, SHOWN)
        .map(({ contestants, winRate, interval }) => [...contestants, percent(winRate), range(interval)]),
      { width, names: 2 },
    ),
    ...(more > 0 ? [`… and ${withCommas(more)} more; --json lists all`] : []),
  ]
}
