import type { Interval } from './types.ts'

/** A contestant as the declaring rule sees it. */
export interface Placed {
  contestant: number
  theta: number
  comparison: [number, number]
}

/** One without a rating of whom nothing is known against being first; null where it cannot even be placed. */
export interface Challenger {
  contestant: number
  comparison: Interval | null
}

/** The verdict on first place. */
export interface Verdict {
  winner: number | null
  deadHeatForFirst: number[]
}

/**
 * The rule everything else follows: a is above b only if a's lower end lies above b's upper end.
 * An open end (null) is never crossed.
 */
export function isAbove(a: Interval | null, b: Interval | null): boolean {
  return a !== null && b !== null && a[0] !== null && b[1] !== null && a[0] > b[1]
}

/** For each contestant [best, worst]: 1 + those above it, and all less those it is above. */
export function rankIntervals(comparison: Interval[]): [number, number][] {
  return comparison.map((own) => [
    1 + comparison.filter((other) => isAbove(other, own)).length,
    comparison.length - comparison.filter((other) => isAbove(own, other)).length,
  ])
}

/**
 * Names the winner, who is above everyone else, or else those who may be first. A challenger keeps every other
 * contestant from winning; it wins itself only as the one challenger, above all of the rated.
 */
export function declare(rated: Placed[], challengers: Challenger[]): Verdict {
  const winner = challengers.length > 0 ? winningChallenger(challengers, rated) : winningRated(rated)
  if (winner !== null) return { winner, deadHeatForFirst: [] }
  const everyone = [...rated, ...challengers]
  const possible = rated
    .filter((one) => !everyone.some((other) => isAbove(other.comparison, one.comparison)))
    .sort(byStrength)
  const first = [...possible, ...challengers].map(({ contestant }) => contestant)
  return { winner: null, deadHeatForFirst: first.length > 1 ? first : [] }
}

function winningRated(rated: Placed[]): number | null {
  if (rated.length < 2) return null
  const [best, ...others] = [...rated].sort(byStrength)
  return others.every((other) => isAbove(best.comparison, other.comparison)) ? best.contestant : null
}

function winningChallenger(challengers: Challenger[], rated: Placed[]): number | null {
  const [only, ...further] = challengers
  if (further.length > 0 || rated.length === 0) return null
  return rated.every(({ comparison }) => isAbove(only.comparison, comparison)) ? only.contestant : null
}

/**
 * The one whose lead over every other is more than chance, each taken singly: `difference(a, b)` is the 95 %
 * interval of θ_a − θ_b. Small print beside a dead heat, never a winner: naming the best takes all these tests at
 * once, so it is false at most 5 % of the time (an intersection-union test).
 */
export function frontRunner(
  rated: Placed[],
  difference: (a: Placed, b: Placed) => [number, number],
): number | null {
  const [best, ...others] = [...rated].sort(byStrength)
  if (others.length === 0) return null
  return others.every((other) => difference(best, other)[0] > 0) ? best.contestant : null
}

/** Highest first; equals by index. */
export function byStrength(a: Placed, b: Placed): number {
  return b.theta - a.theta || a.contestant - b.contestant
}
