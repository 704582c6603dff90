import { exceeded, normalTail, RandomStream, watchedFactor } from '../../../../shared/stats/internal.ts'
import { normal } from '../field/world.ts'

/** The numbers of votes on each contestant at which a life is evaluated. */
export const HORIZONS = [300, 1000, 3000, 20_000, 100_000]
/** Multiples of the one-look error of a pair at which the boundary is tested. */
export const LEVELS = [1, 1.5, 2]

const TIES = 0.3
const FIRST_LOOK = 8
const EVERY_VOTE_UNTIL = 200
const GROWTH = 1.015

/** By level and horizon, the percentage of lives in which equal contestants were ever separated. */
export type Crossed = number[][]

/**
 * The boundary for all looks with so many votes that strengths are normal and their errors known. Strengths of
 * equal contestants are then independent random walks, so a life costs a few thousand additions. This tests the
 * boundary itself on lives that are too long to draw as boards.
 */
export function crossings(contestants: number, lives: number, seed: number): Crossed {
  const x = contestants === 2 ? 1.96 : quantileOfRange(contestants, seed)
  const alpha = 2 * normalTail(x)
  const boundaries = LEVELS.map((level) => lookWith(level * alpha))
  const counts = LEVELS.map(() => HORIZONS.map(() => 0))
  for (let life = 0; life < lives; life++) {
    const stream = new RandomStream(seed * 1000 + contestants, life)
    const crossed = LEVELS.map(() => Infinity)
    const walks = new Float64Array(contestants)
    let before = 0
    for (let n = FIRST_LOOK; n <= HORIZONS.at(-1)!; n = n < EVERY_VOTE_UNTIL ? n + 1 : n * GROWTH) {
      // the information on a difference, from n votes spread evenly over all others: p (1 − p) = ¼, with less
      // variance due to ties
      const information = (n / 8) * (contestants / (contestants - 1)) * (1 / (1 - TIES))
      const step = Math.sqrt((information - before) / 2)
      before = information
      let [most, least] = [-Infinity, Infinity]
      for (let i = 0; i < contestants; i++) {
        walks[i] += step * normal(stream)
        most = Math.max(most, walks[i])
        least = Math.min(least, walks[i])
      }
      const z = (most - least) / Math.sqrt(information)
      if (z < x) continue
      boundaries.forEach((look, level) => {
        if (crossed[level] === Infinity && z > watchedFactor(look, information)) crossed[level] = n
      })
    }
    crossed.forEach((at, level) => HORIZONS.forEach((until, i) => (counts[level][i] += at <= until ? 1 : 0)))
  }
  return counts.map((of) => of.map((count) => (100 * count) / lives))
}

/** The x at which one look leaves the error `alpha`. */
function lookWith(alpha: number): number {
  let [low, high] = [0, 20]
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2
    if (2 * normalTail(middle) > alpha) low = middle
    else high = middle
  }
  return low
}

/** What the range of this many standard normals, divided by √2, exceeds with 5 %: √2 k of equal bars (Tukey 1953). */
function quantileOfRange(contestants: number, seed: number): number {
  const stream = new RandomStream(seed, contestants)
  const ranges = Float64Array.from({ length: 20_000 }, () => {
    const drawn = Float64Array.from({ length: contestants }, () => normal(stream)).sort()
    return (drawn.at(-1)! - drawn[0]) / Math.SQRT2
  })
  return exceeded(ranges.sort(), 0.05)
}
