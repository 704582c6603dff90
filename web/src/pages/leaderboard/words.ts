import { spanOf, standing, type Rated } from '../../charts/scales.ts'
import { leaderboard as words } from '../../words/board.ts'
import { judgeIn } from '../../../../shared/contracts/source.ts'

/** Who made the votes of a source: "61 people", "2 judges". */
export function madeBy(source: string, voters: number): string {
  if (source === 'judges' || judgeIn(source) !== null) return words.here.judges(voters)
  return ['all', 'simulated'].includes(source) ? words.here.voters(voters) : words.here.people(voters)
}

/** Names of the other rows by how they stand to a selected one, in the order of the rows. */
export interface Standings {
  overlaps: string[]
  /** Those that the selected one is above. */
  below: string[]
  /** Those that are above it. */
  above: string[]
}

/** How the others stand to the selected one. Null: it has no interval. */
export function standingsOf(rows: readonly Rated[], selected: Rated): Standings | null {
  const band = spanOf(selected)
  if (!band) return null
  const standings: Standings = { overlaps: [], below: [], above: [] }
  for (const row of rows) {
    const span = spanOf(row)
    if (!span || row.name === selected.name) continue
    const place = standing(span, band)
    standings[place === 'equal' ? 'overlaps' : place].push(row.name)
  }
  return standings
}

/** Whether the board of a source rests on people's votes. Only those can show an effect of the side on the screen. */
export const isOfPeople = (source: string): boolean => ['humans', 'live', 'humans-and-live'].includes(source)
