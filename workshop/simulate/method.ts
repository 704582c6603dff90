/** Ways from votes to what is declared. A new one is a function more in `METHODS`, and every study can ask it. */
import { Option } from 'commander'
import type { Rated, RateOptions } from '../../shared/stats/declare/declare.ts'
import { rateCounted } from '../../shared/stats/declare/rate.ts'
import { countsOf, tally, type VoteColumns } from '../../shared/stats/fit/tally.ts'
import { pairs } from './world.ts'

/** What a method says of one board. */
export interface Board {
  /** By how much i leads j, as a multiple of what the method needs to put i above j: it does over 1. */
  lead: (i: number, j: number) => number
  winner: number | null
  /** The intervals of ratings. Strengths have the mean 0 over those that have one. */
  intervals: readonly ([number, number] | null)[]
}

/** How a board is judged. A method ignores what it does not know. */
type How = { by: 'vote' | 'unit' } & Pick<RateOptions, 'rounds' | 'seed'> & { looks?: 'one' | 'any' }

type Method = (votes: VoteColumns, how: How) => Board

/** The engine in use. */
export function rated(
  votes: VoteColumns,
  how: Pick<RateOptions, 'rounds' | 'seed' | 'by'> & Partial<RateOptions>,
): Rated {
  const options: RateOptions = { ties: 'half', intervals: 'bootstrap', baseline: null, ...how }
  const { contestants, left, right, outcome, unit, crossed } = votes
  // a tally has no votes without a name: each is a unit of its own there
  const columns = crossed ? { ...votes, crossed: withOwnUnits(crossed) } : votes
  const prompt = how.by === 'vote' ? null : unit
  const named = { contestants, left, right, outcome, prompt, person: crossed?.unit ?? null }
  return rateCounted(tally(columns, how.by, 'half'), countsOf(columns), options, named)
}

function withOwnUnits({ unit, units }: NonNullable<VoteColumns['crossed']>) {
  let count = units
  return { unit: unit.map((own) => (own < 0 ? count++ : own)), units: count + unit.length }
}

const engine: Method = (votes, how) => boardOf(rated(votes, how))

export function boardOf({ standings, state, deadHeat }: Rated): Board {
  return {
    lead(i, j) {
      const [high, low] = [standings[i], standings[j]]
      if (!high.interval || !low.interval || high.theta === null || low.theta === null) return 0
      const need = high.theta - high.interval[0] + (low.interval[1] - low.theta)
      // percentiles may leave out the strength itself
      if (need <= 0) return high.theta - low.theta > need ? Infinity : 0
      return (high.theta - low.theta) / need
    },
    winner: state === 'wins' ? deadHeat[0] : null,
    intervals: standings.map(({ interval }) => interval),
  }
}

/** The usual recipe of arenas: 100 rounds of single votes, percentiles, order by overlap. */
const usual: Method = (votes, { seed }) =>
  boardOf(rated(votes, { seed, rounds: 100, by: 'vote', intervals: 'classic' }))

export const METHODS = { deadheat: engine, usual } satisfies Record<string, Method>
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
