import type { ModelFitReport } from '../../../../server/ratings/reports/board-reports.ts'
import { chance, paragraph, percent, table } from './lines.ts'

export function modelFitLines(report: ModelFitReport | null, width: number): string[] {
  if (!report) return paragraph('Model fit: fewer than two contestants are rated.', width)
  const { chiSquare, deviance, degreesOfFreedom, p, cluster, residuals, cycles } = report
  if (degreesOfFreedom === 0)
    return paragraph(
      'Model fit: nothing to test, since one strength for each contestant always explains so few pairs.',
      width,
    )
  const verdict =
    p !== null && p <= 0.05
      ? 'one strength for each contestant does not explain these votes'
      : 'no lack of fit found'
  const lines = paragraph(
    `Model fit: ${verdict}: χ² ${chiSquare.toFixed(1)}, deviance ${deviance.toFixed(1)}, ${degreesOfFreedom} ${degreesOfFreedom === 1 ? 'degree' : 'degrees'} of freedom, p = ${chance(p ?? 1)} (by ${cluster}). ${cyclesText(cycles)}`,
    width,
  )
  if (residuals.length === 0) return lines
  return [
    ...lines,
    '',
    ...table(
      ['worst explained', '', 'votes', 'won', 'expected', 'z'],
      residuals.map(({ contestants: [one, other], votes, share, expected, z }) => [
        one,
        `over ${other}`,
        String(votes),
        percent(share),
        percent(expected),
        z.toFixed(1).replace('-', '−'),
      ]),
      { width, names: 2 },
    ),
  ]
}

function cyclesText({ count, clearest }: ModelFitReport['cycles']): string {
  const [first] = clearest
  if (!first) return 'There is no cycle of three contestants with three significant win rates.'
  const [a, b, c] = first.contestants
  const [one, two, three] = first.shares.map(percent)
  return `${count === 1 ? 'One cycle of three contestants' : `${count} cycles of three contestants`} with three significant win rates, ${count === 1 ? '' : 'the clearest: '}${a} over ${b} (${one}), ${b} over ${c} (${two}), ${c} over ${a} (${three}).`
}
