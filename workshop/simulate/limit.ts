/** The boundary for all looks itself, on random walks that are too long to draw as boards. */
import { predictionQuantile, normalTail } from '../../shared/stats/numbers/distributions.ts'
import { RandomStream } from '../../shared/stats/numbers/random.ts'
import { watchedFactor } from '../../shared/stats/intervals/comparison.ts'
import { countOption, study } from './study.ts'
import { normal } from './world.ts'

/** The numbers of votes on each contestant at which a life is evaluated. */
const HORIZONS = [300, 1000, 3000, 20_000, 100_000]
/** A rule for all looks. */
interface Boundary {
  name: string
  /**
   * The number of standard errors that separates two contestants.
   * @param x  what one look requires
   * @param information  on their difference: 1/s²
   */
  factor(x: number, information: number): number
}

/** Multiples of the one-look error of a pair at which the boundary is tested. */
const LEVELS = [1, 1.5, 2]

/** The boundary in use, and the same with a multiple of its error. */
export const AT_LEVELS: Boundary[] = LEVELS.map((level) => ({
  name: `${level}`,
  factor: atLevel(level, (x, information) => watchedFactor(x, information)),
}))

/** Boundaries that could be used instead. */
export const ALTERNATIVES: Boundary[] = [
  ...[12.5, 2, 5, 50, 200].map((v) => ({
    name: `mixture, v = ${v}`,
    factor: (x: number, information: number) => watchedFactor(x, information, v),
  })),
  { name: 'stitched', factor: stitchedFactor },
]

const TIES = 0.3
const FIRST_LOOK = 8
const EVERY_VOTE_UNTIL = 200
const GROWTH = 1.015

/** By boundary and horizon. */
interface Crossings {
  /** The percentage of lives in which equal contestants were ever separated. */
  shares: number[][]
  /** The lengths of intervals, in units of those for one look. */
  lengths: number[][]
}

/**
 * The boundary for all looks with so many votes that strengths are normal and their errors known. Strengths of
 * equal contestants are then independent random walks, so a life costs a few thousand additions. This tests the
 * boundary itself on lives that are too long to draw as boards.
 */
export function crossings(
  boundaries: readonly Boundary[],
  contestants: number,
  lives: number,
  seed: number,
): Crossings {
  const x = contestants === 2 ? 1.96 : quantileOfRange(contestants, seed)
  const counts = boundaries.map(() => HORIZONS.map(() => 0))
  for (let life = 0; life < lives; life++) {
    const stream = new RandomStream(seed * 1000 + contestants, life)
    const crossed = boundaries.map(() => Infinity)
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
      boundaries.forEach(({ factor }, i) => {
        if (crossed[i] === Infinity && z > factor(x, information)) crossed[i] = n
      })
    }
    crossed.forEach((at, rule) => HORIZONS.forEach((until, i) => (counts[rule][i] += at <= until ? 1 : 0)))
  }
  return {
    shares: counts.map((of) => of.map((count) => (100 * count) / lives)),
    lengths: boundaries.map(({ factor }) =>
      HORIZONS.map((votes) => factor(x, informationOf(votes, contestants)) / x),
    ),
  }
}

/**
 * The information on a difference from `votes` on each contestant, spread evenly over all others: p (1 − p) = ¼, with
 * less variance due to ties.
 */
const informationOf = (votes: number, contestants: number): number =>
  (votes / 8) * (contestants / (contestants - 1)) * (1 / (1 - TIES))

/** The rule with `level` times the error that one look leaves. */
function atLevel(level: number, factor: Boundary['factor']): Boundary['factor'] {
  const looks = new Map<number, number>()
  return (x, information) => {
    if (!looks.has(x)) looks.set(x, lookWith(level * 2 * normalTail(x)))
    return factor(looks.get(x)!, information)
  }
}

/**
 * The stitched boundary of Howard, Ramdas, McAuliffe and Sekhon (2021, equation 2), which grows as the law of the
 * iterated logarithm. It begins at the information of the first look.
 */
function stitchedFactor(x: number, information: number): number {
  // each side has half of the error
  const alpha = normalTail(x)
  const relative = information / informationOf(FIRST_LOOK, 2)
  return 1.7 * Math.sqrt(Math.log(Math.log(2 * relative)) + 0.72 * Math.log(5.2 / alpha))
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
  return predictionQuantile(ranges.sort(), 0.05)
}

/** Larger boards take longer, so half as many are drawn. */
const MANY = 20

interface LimitWorld {
  group: string
  contestants: number
  boundaries: readonly Boundary[]
}

const LIMIT_WORLDS: LimitWorld[] = [
  ...[2, 3, 5, 8, 20, 50, 100].map((contestants) => ({
    group: 'levels',
    contestants,
    boundaries: AT_LEVELS,
  })),
  ...[2, 5, 20].map((contestants) => ({ group: 'boundaries', contestants, boundaries: ALTERNATIVES })),
]

export const limit = study({
  name: 'watched --limit',
  about:
    'The boundary itself, on random walks, up to 100,000 votes on each contestant, and others beside it.',
  options: [countOption('boards', 'lives of each kind', 2000)],
  worlds: () => LIMIT_WORLDS,
  titleOf: ({ group, contestants }) => `${group}: ${contestants} contestants`,
  score: ({ contestants, boundaries }: LimitWorld, { boards, seed }: { boards: number; seed: number }) =>
    crossings(boundaries, contestants, contestants < MANY ? boards : Math.ceil(boards / 2), seed),
  linesOf: ({ group, contestants, boundaries }: LimitWorld, { shares, lengths }: Crossings) =>
    boundaries.map(({ name }, i) => ({ group, contestants, name, shares: shares[i], lengths: lengths[i] })),
  groupOf: ({ group }) => group,
  columns: [
    { head: 'contestants', of: ({ contestants }) => contestants },
    { head: 'level or boundary', of: ({ name }) => name },
    ...HORIZONS.map((votes, i) => ({
      head: `${votes} votes each`,
      of: ({ shares }: { shares: number[] }) => shares[i].toFixed(1),
    })),
    ...HORIZONS.map((votes, i) => ({
      head: `length at ${votes}`,
      of: ({ group, lengths }: { group: string; lengths: number[] }) =>
        group === 'levels' ? '' : lengths[i].toFixed(2),
    })),
  ],
})
