import type { Interval } from './types.ts'

/** The data of a contestant that the declaring rule uses. */
export interface Placed {
  contestant: number
  theta: number
  comparison: [number, number]
}

/** A contestant without a rating that may still be first. `comparison` is null if it cannot even be placed. */
export interface Challenger {
  contestant: number
  comparison: Interval | null
}

/** The decision about first place. */
export interface Verdict {
  winner: number | null
  deadHeatForFirst: number[]
}

/**
 * The rule on which all declarations rest: a is above b only if a's lower end lies above b's upper end. An open end
 * (null) is never crossed.
 */
export function isAbove(a: Interval | null, b: Interval | null): boolean {
  return a !== null && b !== null && a[0] !== null && b[1] !== null && a[0] > b[1]
}

/** For each contestant [best, worst]: 1 + the number above it, and the number of all minus those below it. */
export function rankIntervals(comparison: Interval[]): [number, number][] {
  return comparison.map((own) => [
    1 + comparison.filter((other) => isAbove(other, own)).length,
    comparison.length - comparison.filter((other) => isAbove(own, other)).length,
  ])
}

/**
 * Names the winner, who is above everyone else, or else those who may be first. An unrated challenger prevents any
 * other winner. It wins itself only if it is the only challenger and above all rated ones.
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
 * The contestant whose lead over each other one is more than chance, with each pair tested alone. `difference(a,
 * b)` is the 95 % interval of θ_a − θ_b. It is small print beside a dead heat, never a winner. To name the best,
 * all these tests must succeed at once, so it is false at most 5 % of the time (an intersection-union test).
 */
export function frontRunner(
  rated: Placed[],
  difference: (a: Placed, b: Placed) => [number, number],
): number | null {
  const [best, ...others] = [...rated].sort(byStrength)
  if (others.length === 0) return null
  return others.every((other) => difference(best, other)[0] > 0) ? best.contestant : null
}

/** Highest first; equal ones by index. */
export function byStrength(a: Placed, b: Placed): number {
  return b.theta - a.theta || a.contestant - b.contestant
}
