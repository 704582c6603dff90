import type { History } from '../../../shared/contracts/history.ts'

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

/** Lowest and highest rating or closed end of these courses, with a little to spare. */
export function rangeOf(courses: readonly (readonly Station[])[]): [number, number] {
  const values = courses.flat().flatMap(({ rating, low, high }) => [rating, low ?? rating, high ?? rating])
  if (values.length === 0) return [900, 1100]
  const [low, high] = values.reduce(
    ([a, b], value) => [Math.min(a, value), Math.max(b, value)],
    [Infinity, -Infinity],
  )
  const spare = Math.max(5, (high - low) * 0.05)
  return [low - spare, high + spare]
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
