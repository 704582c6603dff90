import type { Meeting } from './cell.ts'

/** Every pair meets `times` times. */
export function even(contestants: number, times: number): Meeting[] {
  return pairs(contestants).map(([first, second]) => ({ first, second, times }))
}

/** A circle in which contestants meet only those 1, 3, 9 and 27 places away, if the circle is long enough. */
export function sparse(contestants: number, times: number): Meeting[] {
  if (contestants < 4) return even(contestants, times).slice(1)
  const distances = [1, 3, 9, 27].filter((distance) => 2 * distance + 1 < contestants)
  return circle(contestants, times, distances)
}

/** Contestants on a circle meet those at these distances. */
export function circle(contestants: number, times: number, distances: number[]): Meeting[] {
  return distances.flatMap((distance) =>
    Array.from({ length: contestants }, (_, i) => {
      const j = (i + distance) % contestants
      return { first: Math.min(i, j), second: Math.max(i, j), times }
    }),
  )
}

/**
 * About `times` votes a pair on average, in proportion to how often both contestants are shown. This grows
 * evenly from a quarter of the average for the first contestant to seven quarters for the last. At least one vote.
 */
export function lopsided(contestants: number, times: number): Meeting[] {
  const shown = (i: number) => 0.25 + (1.5 * i) / (contestants - 1)
  return pairs(contestants).map(([first, second]) => ({
    first,
    second,
    times: Math.max(1, Math.round(times * shown(first) * shown(second))),
  }))
}

/**
 * Adds one contestant to `meetings` among `contestants`. It has `votes` votes against the others in turn, beginning
 * with the last one, so the first contestant comes last.
 */
export function withNewcomer(meetings: Meeting[], contestants: number, votes: number): Meeting[] {
  const newcomer = Array.from({ length: contestants }, (_, first) => ({
    first,
    second: contestants,
    times: Math.ceil((votes - (contestants - 1 - first)) / contestants),
  }))
  return [...meetings, ...newcomer.filter(({ times }) => times > 0)]
}

/** Adds several contestants, each with `votes` votes against the first `contestants` in turn. */
export function withNewcomers(
  meetings: Meeting[],
  contestants: number,
  newcomers: number,
  votes: number,
): Meeting[] {
  const newcomer = withNewcomer([], contestants, votes)
  const each = Array.from({ length: newcomers }, (_, one) =>
    newcomer.map((meeting) => ({ ...meeting, second: contestants + one })),
  )
  return [...meetings, ...each.flat()]
}

/** Every pair of numbers 0 … contestants − 1, the smaller first. */
export function pairs(contestants: number): [number, number][] {
  const all = Array.from({ length: contestants }, (_, i) => i)
  return all.flatMap((i) => all.slice(i + 1).map((j): [number, number] => [i, j]))
}
