import type { History, HistoryPoint } from '../../../shared/contracts/reports.ts'
import { ticksWithin } from '../../../shared/finish/ticks.ts'
import type { Domain } from './scales.ts'

/** Space above and below the shown range, as a share of the range. */
const SPARE = 0.1
/** Rating points by which a band or the line may extend the axis. */
const MOST_BEYOND = 400
/** Rating labels on the axis: three, or more where three give one. */
const [FEW_RATINGS, MOST_RATINGS] = [3, 5]

/** The rating of one contestant at one time, with its interval. Null: there is none. */
export interface RatingPoint {
  /** Milliseconds since 1970. */
  at: number
  rating: number
  low: number | null
  high: number | null
  /** Whether the board was counted later, from the times of votes. */
  countedLater: boolean
}

/** The rating history of each contestant by name, oldest point first. */
export function ratingHistories({ points }: Pick<History, 'points'>): Map<string, RatingPoint[]> {
  const histories = new Map<string, RatingPoint[]>()
  for (const { at, countedLater, ratings } of points)
    for (const { name, ...ratingPoint } of ratings) {
      const history = histories.get(name) ?? []
      history.push({ at: Date.parse(at), countedLater, ...ratingPoint })
      histories.set(name, history)
    }
  return histories
}

/**
 * The range of the rating axis of these charts. It includes every rating, and the line and the bands at the end, up to 400
 * points (odds of ten to one) beyond the ratings. Wider bands are cut off at the edges, so that the first few votes do not
 * flatten the rest. The point where a band leaves the line is always inside: it is above the rating of that band and below
 * the rating of the contestant that sets the line.
 */
export function rangeOf(
  histories: readonly (readonly RatingPoint[])[],
  lines: readonly { line: number }[],
): Domain {
  const ratings = histories.flat().map(({ rating }) => rating)
  if (ratings.length === 0) return [900, 1100]
  const lowest = Math.min(...ratings) - MOST_BEYOND
  const highest = Math.max(...ratings) + MOST_BEYOND
  const now = histories.flatMap((history) => history.slice(-1)).flatMap(({ low, high }) => [low, high])
  const ends = [...now, ...lines.slice(-1).map(({ line }) => line)]
    .filter((end) => end !== null)
    .map((end) => Math.min(highest, Math.max(lowest, end)))
  const [low, high] = [Math.min(...ratings, ...ends), Math.max(...ratings, ...ends)]
  const spare = Math.max(5, (high - low) * SPARE)
  return [low - spare, high + spare]
}

/** Round ratings within that range, two to five of them. */
export function roundRatings(range: Domain): number[] {
  const few = ticksWithin(range, FEW_RATINGS)
  return few.length > 1 ? few : ticksWithin(range, MOST_RATINGS)
}

/** The finish line at each time: the highest lower end. */
export function linesOf({ points }: Pick<History, 'points'>): { at: number; line: number }[] {
  return points.flatMap(({ at, ratings }) => {
    const ends = ratings.flatMap(({ low }) => (low === null ? [] : [low]))
    return ends.length > 0 ? [{ at: Date.parse(at), line: Math.max(...ends) }] : []
  })
}

/**
 * Names of the histories to draw, at most `most`, in the order of `names`. The selected one is always included; then come
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
  const rest = names.filter((name) => !first.has(name) && !isSelected(name))
  const drawn = new Set([...always, ...inHeat.slice(0, most - always.length), ...rest].slice(0, most))
  return names.filter((name) => drawn.has(name))
}

/** A contestant's declared relation to first place. */
type Place = 'wins' | 'leads' | 'heat' | 'out'

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
export function unitOf([from, to]: readonly [number, number]): 'hour' | 'day' | 'month' {
  if (Math.floor(from / DAY) === Math.floor(to / DAY)) return 'hour'
  return to - from < 365 * DAY ? 'day' : 'month'
}
