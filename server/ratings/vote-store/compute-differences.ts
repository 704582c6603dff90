import { LRUCache } from 'lru-cache'
import { rateBoard } from '../../../shared/stats/board/rate-board.ts'
import {
  boardDifferences,
  type DifferenceFunction,
  type MeasuredDifference,
} from '../../../shared/stats/board/standings.ts'
import type { ArenaView } from '../view.ts'
import type { VoteStore } from './vote-store.ts'
import { BOOTSTRAP } from '../boards/assemble-board.ts'
import { countVotes } from '../boards/count-votes.ts'
import { viewTable } from './view-votes.ts'

export interface ComputedDifferences {
  /** Null if the arena has no contestant of that name. */
  contestant: string | null
  votes: number
  others: (Omit<MeasuredDifference, 'contestant'> & { name: string })[]
}

interface Measured {
  votes: number
  from: DifferenceFunction
}

/** The cache holds the fits of this many views: visitors who look at one row often look at the next. */
const CACHED_FITS = 4
const cache = new LRUCache<string, Measured>({ max: CACHED_FITS })

/**
 * How one contestant differs from every other that a view rates; empty for more than a thousand contestants.
 * @param version  equal for equal votes and names of a view
 */
export function computeDifferences(
  store: VoteStore,
  view: ArenaView,
  nameOrSlug: string,
  version: string,
): ComputedDifferences {
  const { sorted } = store.contestants
  const named = store.contestantRows.find(({ name }) => name === nameOrSlug)
  const contestant = (named ?? store.contestantRows.find(({ slug }) => slug === nameOrSlug))?.name ?? null
  if (contestant === null) return { contestant, votes: 0, others: [] }
  const { votes, from } = cache.get(version) ?? measureView(store, view)
  cache.set(version, { votes, from })
  const rivals = from(sorted.indexOf(contestant)).map(({ contestant: number, ...rest }) => ({
    name: sorted[number],
    ...rest,
  }))
  return { contestant, votes, others: rivals }
}

function measureView(store: VoteStore, view: ArenaView): Measured {
  const { votes, numbered, isMixed } = countVotes(viewTable(store, view), { view })
  return { votes, from: boardDifferences(rateBoard(numbered, { ...BOOTSTRAP, looks: 'one', isMixed })) }
}
