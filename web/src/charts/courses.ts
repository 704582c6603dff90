import type { History } from '../../../shared/contracts/history.ts'
import { ticksWithin } from '../../../shared/rating-axis/index.ts'
import type { Domain } from './axis.ts'

/** Room above and below what a chart must show, as a share of it. */
const SPARE = 0.1
/** Points that a band or the line stretches a chart by. */
const MOST_BEYOND = 400
/** Ratings that have room beside it. */
const MOST_RATINGS = 5

/** Where one contestant stood at one moment; an open end is null. */
export interface Station {
  /** Milliseconds since 1970. */
  at: number
  rating: number
  low: number | null
  high: number | null
}

/** The stations of each contestant, oldest first, by name. */
export function coursesOf({ points }: Pick<History, 'points'>): Map<string, Station[]> {
  const courses = new Map<string, Station[]>()
  for (const { at, ratings } of points)
    for (const { name, ...station } of ratings) {
      const course = courses.get(name) ?? []
      course.push({ at: Date.parse(at), ...station })
      courses.set(name, course)
    }
  return courses
}

/**
 * The ratings that the charts of these courses show: every rating, and the line and the bands where they are now, up to
 * 400 points (odds of ten to one) beyond the ratings. What is wider is cut off by the edges, so that the first few votes
 * do not flatten all that follows. Where a band leaves the line is always within: above its own rating, and below that
 * of whoever holds the line.
 */
export function rangeOf(
  courses: readonly (readonly Station[])[],
  lines: readonly { line: number }[],
): Domain {
  const ratings = courses.flat().map(({ rating }) => rating)
  if (ratings.length === 0) return [900, 1100]
  const lowest = Math.min(...ratings) - MOST_BEYOND
  const highest = Math.max(...ratings) + MOST_BEYOND
  const now = courses.flatMap((course) => course.slice(-1)).flatMap(({ low, high }) => [low, high])
  const ends = [...now, ...lines.slice(-1).map(({ line }) => line)]
    .filter((end) => end !== null)
    .map((end) => Math.min(highest, Math.max(lowest, end)))
  const [low, high] = [Math.min(...ratings, ...ends), Math.max(...ratings, ...ends)]
  const spare = Math.max(5, (high - low) * SPARE)
  return [low - spare, high + spare]
}

/** Round ratings within that range, two to five of them. */
export function roundRatings(range: Domain): number[] {
  return ticksWithin(range, MOST_RATINGS)
}

/** The line at each moment: the highest lower end. Whose band reaches it may be first. */
export function linesOf({ points }: Pick<History, 'points'>): { at: number; line: number }[] {
  return points.flatMap(({ at, ratings }) => {
    const ends = ratings.flatMap(({ low }) => (low === null ? [] : [low]))
    return ends.length > 0 ? [{ at: Date.parse(at), line: Math.max(...ends) }] : []
  })
}

/**
 * Whose courses are drawn, `most` of them at most: the dead heat for first, then the selected one, then by rating. They
 * stand in the order of `names`. The selected one is drawn whatever the dead heat's size.
 */
export function worthDrawing(
  names: readonly string[],
  first: ReadonlySet<string>,
  selected: string | null,
  most: number,
): string[] {
  const isSelected = (name: string) => name === selected
  const inHeat = names.filter((name) => first.has(name) && !isSelected(name))
  const rest = names.filter((name) => !first.has(name) && !isSelected(name))
  const own = names.filter(isSelected)
  const kept = new Set([...own, ...inHeat.slice(0, most - own.length), ...rest].slice(0, most))
  return names.filter((name) => kept.has(name))
}
