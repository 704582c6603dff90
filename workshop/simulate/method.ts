/** Ways from votes to what is declared. A new one is a function more in `METHODS`, and every study can ask it. */
import { Option } from 'commander'
import { fieldOfIsland, type Rated, type RateOptions } from '../../shared/stats/declare/declare.ts'
import { rate, rateCounted } from '../../shared/stats/declare/rate.ts'
import { pointsAmong } from '../../shared/stats/fit/points.ts'
import { countsOf, tally, type VoteColumns } from '../../shared/stats/fit/tally.ts'
import { ALPHA } from '../../shared/stats/intervals/comparison.ts'
import { ballotsOf } from '../../shared/stats/method/ballots.ts'
import { decide, type Decision } from '../../shared/stats/method/decide.ts'
import { normalQuantile, predictionQuantile } from '../../shared/stats/numbers/distributions.ts'
import { pairs } from './world.ts'

/** What a method says of one board. */
export interface Board {
  /** By how much i leads j, as a multiple of what the method needs to put i above j: it does over 1. */
  lead: (i: number, j: number) => number
  winner: number | null
  /** The intervals of ratings alone, Σθ = 0 over those that have one. */
  marginal: readonly ([number, number] | null)[]
}

/** How a board is judged. A method ignores what it does not know. */
type How = { by: 'vote' | 'unit' } & Pick<RateOptions, 'rounds' | 'seed' | 'looks' | 'alpha'>

type Method = (votes: VoteColumns, how: How) => Board

/** The engine in use. */
export const rated = (
  votes: VoteColumns,
  how: Pick<RateOptions, 'rounds' | 'seed' | 'by'> & Partial<RateOptions>,
): Rated => {
  const options = { ties: 'half', intervals: 'comparison', baseline: null, ...how } as const
  const { contestants, left, right, outcome, unit, crossed } = votes
  if (!crossed?.unit.includes(-1)) return rate(votes, options)
  // a tally has no votes without a name: each is a unit of its own there
  const columns = { ...votes, crossed: withOwnUnits(crossed) }
  const named = { contestants, left, right, outcome, kinds: [unit, crossed.unit] }
  return rateCounted(tally(columns, how.by, 'half'), countsOf(columns), options, named)
}

function withOwnUnits({ unit, units }: NonNullable<VoteColumns['crossed']>) {
  let count = units
  return { unit: unit.map((own) => (own < 0 ? count++ : own)), units: count + unit.length }
}

const engine: Method = (votes, how) => boardOf(rated(votes, how))

export function boardOf({ standings, winner }: Rated): Board {
  const { NEGATIVE_INFINITY: least, POSITIVE_INFINITY: most } = Number
  return {
    lead(i, j) {
      const [one, other] = [standings[i], standings[j]]
      if (!one.comparison || !other.comparison) return 0
      if (one.theta === null || other.theta === null) return 0
      const need = one.theta - (one.comparison[0] ?? least) + ((other.comparison[1] ?? most) - other.theta)
      // percentiles may leave out the strength itself
      if (need <= 0) return one.theta - other.theta > need ? Infinity : 0
      return (one.theta - other.theta) / need
    },
    winner,
    marginal: standings.map(({ marginal }) => marginal),
  }
}

/** The usual recipe of arenas: 100 rounds of single votes, percentiles, order by overlap; nobody is unrated. */
const usual: Method = (votes, { seed }) => {
  const board = rated(votes, { seed, rounds: 100, by: 'vote', intervals: 'classic' })
  const placed = [...board.standings.keys()].filter((i) => board.standings[i].rankInterval !== null)
  const first = placed.find((i) => board.standings[i].rankInterval![1] === 1)
  return { ...boardOf(board), winner: (placed.length > 1 ? first : null) ?? null }
}

/** The same errors as the method in use, with one critical value for all pairs, for first place and orders alike. */
const allPairs =
  (criticalOf: (decision: Decision, alpha: number) => number): Method =>
  (votes, { by, seed, alpha = ALPHA }) => {
    const size = votes.contestants
    const nothing = { lead: () => 0, winner: null, marginal: new Array<null>(size).fill(null) }
    const everyone = Int32Array.from({ length: size }, (_, i) => i)
    if (fieldOfIsland(pointsAmong(tally(votes, by, 'half'), everyone).points).rated.length < size)
      return nothing
    const kinds = by === 'vote' ? [] : [votes.unit, ...(votes.crossed ? [votes.crossed.unit] : [])]
    const decision = decide(ballotsOf({ ...votes, kinds }), { seed, alpha })
    const critical = criticalOf(decision, alpha)
    const { theta } = decision.fit
    const lead = (i: number, j: number) =>
      (Math.sign(theta[i] - theta[j]) * decision.z[i * size + j]) / critical
    const winner = [...everyone].find((i) => everyone.every((j) => i === j || lead(i, j) > 1))
    return { ...nothing, lead, winner: winner ?? null }
  }

/** Max-t: the value that the largest of all standardised differences exceeds with probability alpha. */
const maxT = allPairs(({ contrasts: { covariance, contestants: n }, draws }, alpha) => {
  const drawn = draws()
  const all = pairs(n).map(([i, j]) => {
    const variance = covariance[i * (n + 1)] + covariance[j * (n + 1)] - 2 * covariance[i * n + j]
    return { i, j, sd: Math.sqrt(Math.max(0, variance)) }
  })
  const largest = Float64Array.from({ length: drawn.length / n }, (_, draw) =>
    all.reduce(
      (most, { i, j, sd }) =>
        sd > 0 ? Math.max(most, Math.abs(drawn[draw * n + i] - drawn[draw * n + j]) / sd) : most,
      0,
    ),
  )
  return Math.max(normalQuantile(alpha / 2), predictionQuantile(largest.sort(), alpha))
})

const bonferroni = allPairs(({ contrasts: { contestants: n } }, alpha) =>
  normalQuantile(alpha / (n * (n - 1))),
)

export const METHODS = {
  deadheat: engine,
  usual,
  'max-t': maxT,
  bonferroni,
} satisfies Record<string, Method>
export type MethodName = keyof typeof METHODS

export const methodOption = new Option('--method <name>', 'what judges the boards')
  .choices(Object.keys(METHODS))
  .default('deadheat')

// What a board declares, against the true strengths.

/** Strengths that differ by less are equal: the projection has rounding errors. */
const SAME = 1e-7

/** The pairs that are set apart, the higher first, and whether that is false: equals are never rightly apart. */
export function declaredPairs(
  { lead }: Pick<Board, 'lead'>,
  truth: ArrayLike<number>,
): { pair: [number, number]; isFalse: boolean }[] {
  const all = Array.from(truth, (_, i) => i)
  return all.flatMap((i) =>
    all
      .filter((j) => i !== j && lead(i, j) > 1)
      .map((j) => ({ pair: [i, j] as [number, number], isFalse: truth[i] <= truth[j] + SAME })),
  )
}

/** The one contestant that is stronger than all others, or null. */
export function bestOf(truth: ArrayLike<number>): number | null {
  const all = Array.from(truth)
  const strongest = all.indexOf(Math.max(...all))
  return all.every((value, i) => i === strongest || value < truth[strongest] - SAME) ? strongest : null
}

export const unequalPairs = (truth: ArrayLike<number>): number =>
  pairs(truth.length).filter(([i, j]) => Math.abs(truth[i] - truth[j]) > SAME).length
