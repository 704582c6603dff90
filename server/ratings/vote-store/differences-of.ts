import { Lru } from '../../platform/lru.ts'
import {
  DELTA,
  measuredDifferences,
  measureField,
  type DifferencesFrom,
  type MeasuredDifference,
} from '../../../shared/stats/intervals/measurement.ts'
import { expectLeader, type Expectation } from '../../../shared/stats/plan/expect.ts'
import { unitOf, type Unit } from '../../../shared/sentence/sentence.ts'
import type { ArenaView } from '../view.ts'
import type { VoteStore } from './vote-store.ts'
import { countedBy } from '../compute-board.ts'
import { selectVotes, tableOf } from './votes-of-view.ts'

export interface ComputedDifferences {
  /** Null if the arena has no contestant of that name. */
  contestant: string | null
  votes: number
  delta: number
  /** The expected rating on new units of this kind, if the contestant is the highest rated and enough is known. */
  expected: (Expectation & { unit: Unit }) | null
  others: (Omit<MeasuredDifference, 'contestant'> & { name: string })[]
}

interface DifferencesRequest {
  /** A name, or a slug. */
  nameOrSlug: string
  /** The key of the cache: equal for equal votes and names. */
  key: string
  rounds: number
  seed: number
}

interface Measured {
  votes: number
  from: DifferencesFrom
  expected: ComputedDifferences['expected']
}

/** The cache holds the fits of this many views: visitors who look at one row often look at the next. */
const CACHED_FITS = 4
const cache = new Lru<Measured>(CACHED_FITS)

/** How one contestant differs from every other that a view rates; empty for more than a thousand contestants. */
export function differencesOf(
  store: VoteStore,
  view: ArenaView,
  { nameOrSlug, key, rounds, seed }: DifferencesRequest,
): ComputedDifferences {
  const { sorted } = store.contestants
  const named = store.contestantRows.find(({ name }) => name === nameOrSlug)
  const contestant = (named ?? store.contestantRows.find(({ slug }) => slug === nameOrSlug))?.name ?? null
  if (contestant === null) return { contestant, votes: 0, delta: DELTA, expected: null, others: [] }
  const measured = cache.get(key) ?? measureView(store, view, { rounds, seed })
  cache.set(key, measured)
  const { votes, from, expected } = measured
  const number = sorted.indexOf(contestant)
  const others = from(number).map(({ contestant: other, ...rest }) => ({
    name: sorted[other],
    ...rest,
  }))
  const own = expected?.contestant === number ? expected : null
  return { contestant, votes, delta: DELTA, expected: own, others }
}

function measureView(store: VoteStore, view: ArenaView, rounds: { rounds: number; seed: number }): Measured {
  const { counted } = countedBy(tableOf(selectVotes(store, view)), { view })
  const { votes, tally, named } = counted
  const { measurement: measured } = measureField(tally, named, {
    intervals: 'comparison',
    rounds: rounds.rounds > 1 ? { ...rounds, onProgress: () => undefined } : null,
    ties: 'half',
  })
  const { expectation } = expectLeader(measured)
  return {
    votes,
    from: measuredDifferences(measured),
    expected: expectation && { ...expectation, unit: unitOf(counted) },
  }
}
