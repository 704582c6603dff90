import type { Differences } from '../../../../shared/contracts/index.ts'
import { paragraph, percent, range, table } from './lines.ts'

/** How one contestant differs from each other one, by the fit of the board. */
export function differencesLines({ contestant, estimated, others }: Differences, width: number): string[] {
  if (others.length === 0) return paragraph(`Differences: ${contestant} is not rated, or alone.`, width)
  const how = estimated ? ' The intervals are estimated without refitted rounds.' : ''
  return [
    ...paragraph(
      `Differences: the rating of ${contestant} minus that of each other contestant, and its predicted win rate. Each interval holds for its pair alone.${how}`,
      width,
    ),
    '',
    ...table(
      ['against', 'points', '95 %', 'win rate', '95 %'],
      others.map(({ name, points, interval, winRate, winRateInterval }) => [
        name,
        signed(points),
        `${signed(interval[0])} to ${signed(interval[1])}`,
        percent(winRate),
        range(winRateInterval),
      ]),
      { width },
    ),
  ]
}

const signed = (points: number): string => `${points < 0 ? '−' : '+'}${Math.abs(points).toFixed(0)}`
