import { withCommas } from '../../../../shared/sentence/index.ts'
import type { AgainstReport } from '../../../../server/ratings/reports/against.ts'
import { paragraph, percent, table } from './lines.ts'

export function againstLines(report: AgainstReport, width: number): string[] {
  const { against, votes, contestants, tau, interval, disagreements } = report
  if (tau === null)
    return paragraph(
      `Against ${against}: the two boards share ${contestants === 1 ? 'one rated contestant' : 'no two rated contestants'}, so there is no order to compare.`,
      width,
    )
  const signed = (value: number) => value.toFixed(2).replace('-', '−')
  const ends = interval ? ` (95 %: ${signed(interval[0])} to ${signed(interval[1])})` : ' (no interval)'
  const reversed = disagreements.filter((pair) => pair.reversed).length
  return [
    ...paragraph(
      `Against ${against} (${withCommas(votes)} votes): rank correlation τ-b ${signed(tau)}${ends} over ${contestants} contestants that both rate; 1 means the same order. Below: the pairs on which they disagree most; ${reversed} of them ${reversed === 1 ? 'is' : 'are'} in the opposite order.`,
      width,
    ),
    '',
    ...table(
      ['contestant', 'beats', 'here', 'there', 'log odds apart', '95 %'],
      disagreements.map(({ contestants: pair, winRate, winRateThere, difference, interval: apart }) => [
        ...pair,
        percent(winRate),
        percent(winRateThere),
        signed(difference),
        apart ? `${signed(apart[0])} … ${signed(apart[1])}` : '',
      ]),
      { width, names: 2 },
    ),
  ]
}
