/** The boundary for all looks itself, on random walks that are too long to draw as boards. */
import { predictionQuantile, normalTail } from '../../shared/stats/numbers/distributions.ts'
import { RandomStream } from '../../shared/stats/numbers/random.ts'
import { watchedFactor } from '../../shared/stats/intervals/comparison.ts'
import { countOption, study } from './study.ts'
import { normal } from './world.ts'

/** The numbers of votes on each contestant at which a life is evaluated. */
const HORIZONS = [300, 1000, 3000, 20_000, 100_000]
/** Multiples of the error that one look at a pair leaves, at which the boundary is tested. */
const LEVELS = [1, 1.5, 2]

const TIES = 0.3
const FIRST_LOOK = 8
const EVERY_VOTE_UNTIL = 200
const GROWTH = 1.015

/**
 * The boundary for all looks with so many votes that strengths are normal and their errors known. Strengths of
 * equal contestants are then independent random walks, so a life costs a few thousand additions. This tests the
 * boundary itself on lives that are too long to draw as boards.
 * @returns by level and horizon, the percentage of lives in which equal contestants were ever separated
 */
function crossings(contestants: number, lives: number, seed: number): number[][] {
  const x = contestants === 2 ? 1.96 : quantileOfRange(contestants, seed)
  const required = LEVELS.map((level) => lookWith(level * 2 * normalTail(x)))
  const counts = LEVELS.map(() => HORIZONS.map(() => 0))
  for (let life = 0; life < lives; life++) {
    const stream = new RandomStream(seed * 1000 + contestants, life)
    const crossed = LEVELS.map(() => Infinity)
    const walks = new Float64Array(contestants)
    let before = 0
    for (let n = FIRST_LOOK; n <= HORIZONS.at(-1)!; n = n < EVERY_VOTE_UNTIL ? n + 1 : n * GROWTH) {
      const information = informationOf(n, contestants)
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
      required.forEach((own, i) => {
        if (crossed[i] === Infinity && z > watchedFactor(own, information)) crossed[i] = n
      })
    }
    crossed.forEach((at, level) => HORIZONS.forEach((until, i) => (counts[level][i] += at <= until ? 1 : 0)))
  }
  return counts.map((of) => of.map((count) => (100 * count) / lives))
}

/**
 * The information on a difference from `votes` on each contestant, spread evenly over all others: p (1 − p) = ¼, with
 * less variance due to ties.
 */
const informationOf = (votes: number, contestants: number): number =>
  (votes / 8) * (contestants / (contestants - 1)) * (1 / (1 - TIES))

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
  return predictionQuantile(ranges.sort(), 0.05)
}

/** Larger boards take longer, so half as many are drawn. */
const MANY = 20

type Line = { contestants: number; level: number; shares: number[] }

export const limit = study<{ boards: number; seed: number }, number, number[][], Line>({
  name: 'watched --limit',
  about: 'The boundary itself, on random walks, up to 100,000 votes on each contestant.',
  options: [countOption('boards', 'lives of each kind', 2000)],
  worlds: () => [2, 3, 5, 8, 20, 50, 100],
  titleOf: (contestants) => `${contestants} contestants`,
  score: (contestants, { boards, seed }) =>
    crossings(contestants, contestants < MANY ? boards : Math.ceil(boards / 2), seed),
  linesOf: (contestants, shares) => LEVELS.map((level, i) => ({ contestants, level, shares: shares[i] })),
  columns: [
    { head: 'contestants', of: ({ contestants }) => contestants },
    { head: 'level', of: ({ level }) => level },
    ...HORIZONS.map((votes, i) => ({
      head: `${votes} votes each`,
      of: ({ shares }: Line) => shares[i].toFixed(1),
    })),
  ],
})
