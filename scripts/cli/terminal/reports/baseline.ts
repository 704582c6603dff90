import type { BaselineWinRate } from '../../../../server/ratings/reports/baseline.ts'
import { paragraph, percent, range, table } from './lines.ts'

export function baselineLines(rows: readonly BaselineWinRate[], baseline: string, width: number): string[] {
  if (rows.length === 0) return paragraph(`There are no votes against ${baseline}.`, width)
  const hasPreference = rows.some(({ preference }) => preference)
  const hasLength = rows.some(({ lengthControlled }) => lengthControlled)
  const head = paragraph(
    `Directly against ${baseline}: win rate (a tie is half a win), its standard error and 95 % interval${hasPreference ? '; mean preference, as every vote has one' : ''}${hasLength ? '; win rate at equal length' : ''}.`,
    width,
  )
  const titles = ['contestant', 'votes', 'won/lost/tied', 'win rate', 's.e.', '95 %']
  if (hasPreference) titles.push('preferred', 's.e.')
  if (hasLength) titles.push('equal length', '95 %')
  const cells = (row: BaselineWinRate) => {
    const { name, votes, wins, losses, ties, winRate, standardError, interval, wilson } = row
    const cells = [name, String(votes), `${wins}/${losses}/${ties}`, percent(winRate), points(standardError)]
    cells.push(range(interval ?? (ties === 0 ? wilson : null)))
    if (hasPreference)
      cells.push(
        row.preference ? percent(row.preference.winRate) : '',
        points(row.preference?.standardError ?? null),
      )
    const controlled = row.lengthControlled
    if (hasLength)
      cells.push(controlled ? percent(controlled.winRate) : '', range(controlled?.interval ?? null))
    return cells
  }
  return [...head, '', ...table(titles, rows.map(cells), { width })]
}

const points = (standardError: number | null): string =>
  standardError === null ? '' : (100 * standardError).toFixed(2)
