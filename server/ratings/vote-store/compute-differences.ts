import { Lru } from '../../platform/lru.ts'
import {
  DELTA,
  measuredDifferences,
  measureField,
  type DifferenceFunction,
  type MeasuredDifference,
} from '../../../shared/stats/intervals/measurement.ts'
import type { ArenaView } from '../view.ts'
import type { VoteStore } from './vote-store.ts'
import { countAndHash } from '../compute-board.ts'
import { selectVotes, tableOf } from './view-votes.ts'

export interface ComputedDifferences {
  /** Null if the arena has no contestant of that name. */
  contestant: string | null
  votes: number
  delta: number
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
  from: DifferenceFunction
}

/** The cache holds the fits of this many views: visitors who look at one row often look at the next. */
const CACHED_FITS = 4
const cache = new Lru<Measured>(CACHED_FITS)

/** How one contestant differs from every other that a view rates; empty for more than a thousand contestants. */
export function computeDifferences(
  store: VoteStore,
  view: ArenaView,
  { nameOrSlug, key, rounds, seed }: DifferencesRequest,
): ComputedDifferences {
  const { sorted } = store.contestants
  const named = store.contestantRows.find(({ name }) => name === nameOrSlug)
  const contestant = (named ?? store.contestantRows.find(({ slug }) => slug === nameOrSlug))?.name ?? null
  if (contestant === null) return { contestant, votes: 0, delta: DELTA, others: [] }
  const measured = cache.get(key) ?? measureView(store, view, { rounds, seed })
  cache.set(key, measured)
  const { votes, from } = measured
  const number = sorted.indexOf(contestant)
  const rivals = from(number).map(({ contestant: rival, ...rest }) => ({
    name: sorted[rival],
    ...rest,
  }))
  return { contestant, votes, delta: DELTA, others: rivals }
}

function measureView(store: VoteStore, view: ArenaView, rounds: { rounds: number; seed: number }): Measured {
  const { counted } = countAndHash(tableOf(selectVotes(store, view)), { view })
  const { votes, numbered, isMixed } = counted
  const { measurement: measured } = measureField(numbered, {
    intervals: 'bootstrap',
    rounds: rounds.rounds > 1 ? { ...rounds, onProgress: () => undefined } : null,
    ties: 'half',
    isMixed,
  })
  return { votes, from: measuredDifferences(measured) }
}
