import type { History, HistoryPoint } from '../../../shared/contracts/reports.ts'

/**
 * Names of the contestants to draw, at most `most`, in the order of `names`. The selected one is always included; then come
 * the dead heat for first and the others, each from the first name on.
 */
export function worthDrawing(
  names: readonly string[],
  first: ReadonlySet<string>,
  selected: string | null,
  most: number,
): string[] {
  const isSelected = (name: string) => name === selected
  const always = names.filter(isSelected)
  const inHeat = names.filter((name) => first.has(name) && !isSelected(name))
  const others = names.filter((name) => !first.has(name) && !isSelected(name))
  const drawn = new Set([...always, ...inHeat.slice(0, most - always.length), ...others].slice(0, most))
  return names.filter((name) => drawn.has(name))
}

/** A contestant's declared relation to first place. */
export type Place = 'wins' | 'leads' | 'heat' | 'out'

/**
 * Boards in a row on which a contestant had the same place, in votes: from the first of them to the one after the last, or the
 * newest. Before the first board, nothing is known.
 */
export interface Run {
  place: Place
  from: number
  to: number
}

/** The runs of a contestant, oldest first. Boards without its rating end a run and begin none. */
export function placeRuns({ points }: Pick<History, 'points'>, name: string): Run[] {
  const runs: Run[] = []
  points.forEach((point, i) => {
    const place = placeOn(point, name)
    const to = points[i + 1]?.votes ?? point.votes
    const last = runs.at(-1)
    if (place === null) return
    if (last?.place === place && last.to === point.votes) last.to = to
    else runs.push({ place, from: point.votes, to })
  })
  return runs
}

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
  const before = places.findLastIndex((earlier) => earlier !== null && earlier !== place)
  if (before < 0) return { place, since: null }
  const first = places.findIndex((later, i) => i > before && later === place)
  return { place, since: points[first].votes }
}

/** Null: the board has no ratings yet, or not that of the contestant. */
function placeOn({ state, leader, deadHeat, ratings }: HistoryPoint, name: string): Place | null {
  if (state === 'first_votes' || !ratings.some((rating) => rating.name === name)) return null
  if (leader === name) return state === 'wins' ? 'wins' : 'leads'
  return leader === null && deadHeat.includes(name) ? 'heat' : 'out'
}

const DAY = 24 * 3_600_000

/**
 * The unit in which to print the two ends of a time range (milliseconds since 1970).
 * Hours within one UTC day, days within a year, months otherwise.
 */
export function timeUnit([from, to]: readonly [number, number]): 'hour' | 'day' | 'month' {
  if (Math.floor(from / DAY) === Math.floor(to / DAY)) return 'hour'
  return to - from < 365 * DAY ? 'day' : 'month'
}
