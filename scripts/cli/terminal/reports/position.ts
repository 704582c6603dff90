import { withCommas } from '../../../../shared/sentence/index.ts'
import type { PositionReport } from '../../../../server/ratings/reports/board-reports.ts'
import { paragraph, percent, range, table } from './lines.ts'

export function positionLines({ votes, leftWins, contestants }: PositionReport, width: number): string[] {
  if (!leftWins)
    return paragraph(
      'Position: these votes cannot tell its effect from the strengths of the contestants.',
      width,
    )
  const points = (value: number) => String(Math.round(value)).replace('-', '−')
  return [
    ...paragraph(
      `Position, by ${withCommas(votes)} votes: of two equals, the left one (the first in the file) wins ${percent(leftWins.winRate)} (95 %: ${range(leftWins.interval)}). Ratings with the position controlled are estimates beside the board; they declare nothing.`,
      width,
    ),
    '',
    ...table(
      ['contestant', 'rating', 'controlled', '95 %'],
      contestants.map(({ name, rating, controlled, interval }) => [
        name,
        points(rating),
        points(controlled),
        `${points(interval[0])} … ${points(interval[1])}`,
      ]),
      { width },
    ),
  ]
}
