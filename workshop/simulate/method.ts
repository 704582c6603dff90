/** Ways from votes to what is declared. A new one is a function more in `METHODS`, and every study can ask it. */
import { Option } from 'commander'
import { rate } from '../../shared/stats/declare/rate.ts'
import { fieldOf, type Rated, type RateOptions } from '../../shared/stats/declare/declare.ts'
import { evidenceOf } from '../../shared/stats/fit/evidence.ts'
import { fit } from '../../shared/stats/fit/bradley-terry.ts'
import { information } from '../../shared/stats/fit/information.ts'
import { pointsAmong } from '../../shared/stats/fit/points.ts'
import { tally, type Tally, type VoteColumns } from '../../shared/stats/fit/tally.ts'
import { resampler } from '../../shared/stats/intervals/bootstrap.ts'
import { comparisonFreedom, inflation } from '../../shared/stats/intervals/comparison.ts'
import { bootstrapSpread, deviationOfDifference, twoWaySpread } from '../../shared/stats/intervals/spread.ts'
import { predictionQuantile } from '../../shared/stats/numbers/distributions.ts'
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
export type How = { by: 'vote' | 'unit' } & Pick<RateOptions, 'rounds' | 'seed' | 'looks' | 'alpha'>

export type Method = (votes: VoteColumns, how: How) => Board

/** The engine in use. */
export const rated = (
  votes: VoteColumns,
  how: Pick<RateOptions, 'rounds' | 'seed' | 'by'> & Partial<RateOptions>,
): Rated => rate(votes, { ties: 'half', intervals: 'comparison', baseline: null, ...how })

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

/**
 * Max-t, the most powerful simultaneous test and so the yardstick for the one in use, which can be drawn as bars: each
 * difference against its own standard error, with one critical value for all pairs, from the same variances, rounds
 * and degrees of freedom as the bars. Declares nothing if a contestant is not rated.
 */
const allDifferences: Method = (votes, { by, rounds, seed }) => {
  const size = votes.contestants
  const counted = tally(votes, by, 'half')
  const selection = pointsAmong(
    counted,
    Int32Array.from({ length: size }, (_, i) => i),
  )
  const nothing = {
    lead: () => 0,
    winner: null,
    marginal: new Array<null>(size).fill(null),
  }
  if (fieldOf(selection.points).rated.length < size) return nothing
  const { theta } = fit(selection.points)
  const fisher = information(selection.points, theta)
  const evidence = evidenceOf(counted, selection, theta)
  const { crossed, ...oneWay } = counted
  const spreadOf = (units: Tally) =>
    bootstrapSpread(selection.points, theta, resampler(units, selection), {
      rounds,
      seed,
      onProgress: () => undefined,
    })
  const first = spreadOf(oneWay)
  const spread = (
    crossed
      ? twoWaySpread(first, spreadOf({ ...oneWay, units: crossed }), spreadOf({ ...oneWay, units: null }))
      : first
  )(fisher)
  const deviations = spread.deviations()
  const all = pairs(size)
  const drawn = all.map(([i, j]) => deviationOfDifference(deviations, i, j))
  const errors = all.map(([i, j]) => spread.ofDifference(i, j))
  const largest = Float64Array.from({ length: deviations.rounds }, (_, round) =>
    all.reduce((most, [i, j], pair) => {
      const [one, other] = [i, j].map((own) => deviations.values[round * size + own])
      return Math.max(most, Math.abs(one - other) / drawn[pair])
    }, 0),
  )
  const critical = predictionQuantile(largest.sort(), 0.05)
  const freedom = comparisonFreedom(evidence.effective, fisher.diagonal, deviations.rounds)
  const number = new Map(all.map(([i, j], pair) => [i * size + j, pair]))
  const lead = (i: number, j: number) => {
    const unbiased = Math.min(evidence.unbiased[i], evidence.unbiased[j])
    const error = errors[number.get(Math.min(i, j) * size + Math.max(i, j))!]
    return (
      (theta[i] - theta[j]) /
      (critical * inflation(unbiased, critical, Math.min(freedom[i], freedom[j])) * error)
    )
  }
  const everyone = [...theta.keys()]
  const winner = everyone.find((i) => everyone.every((j) => i === j || lead(i, j) > 1))
  return { ...nothing, lead, winner: winner ?? null }
}

export const METHODS = {
  deadheat: engine,
  usual,
  'all-differences': allDifferences,
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

/** Pairs of unequal strength. */
export const unequalPairs = (truth: ArrayLike<number>): number =>
  pairs(truth.length).filter(([i, j]) => Math.abs(truth[i] - truth[j]) > SAME).length
