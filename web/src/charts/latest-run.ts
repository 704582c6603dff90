import type { History, HistoryPoint } from '../../../shared/contracts/reports.ts'

/** A contestant's declared relation to first place. */
type Place = 'leads' | 'heat' | 'out'

/** The place of a contestant on the newest board, and since when every board has declared it. */
export interface LatestRun {
  place: Place
  /** Votes of the first board of the run. Null: it began with the first board that has the contestant. */
  since: number | null
}

/**
 * The current run of a contestant, from the places that the boards declared. Null: the newest board declared no place, or
 * does not have the contestant.
 */
export function latestRun({ points }: Pick<History, 'points'>, name: string): LatestRun | null {
  const places = points.map((point) => placeOn(point, name))
  const place = places.at(-1) ?? null
  if (place === null) return null
  const before = places.findLastIndex((one) => one !== null && one !== place)
  if (before < 0) return { place, since: null }
  const first = places.findIndex((one, i) => i > before && one === place)
  return { place, since: points[first].votes }
}

/** If some may be first, every other rated contestant cannot be first. */
function placeOn({ winner, deadHeatForFirst, ratings }: HistoryPoint, name: string): Place | null {
  if (winner === name) return 'leads'
  if (deadHeatForFirst.includes(name)) return 'heat'
  const isDeclared = winner !== null || deadHeatForFirst.length > 0
  return isDeclared && ratings.some((one) => one.name === name) ? 'out' : null
}
