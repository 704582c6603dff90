import { Lru } from '../../platform/lru.ts'
import { DELTA, measuredDifferences } from '../../../shared/stats/internal.ts'
import type { DifferencesFrom, MeasuredDifference } from '../../../shared/stats/internal.ts'
import type { ArenaView } from '../arena-view.ts'
import type { VoteStore } from './vote-store.ts'
import { countView } from './count-view.ts'
import { isSlowToCompute, MOST_CONTESTANTS } from './board-cost.ts'

export interface ComputedDifferences {
  /** Null if the arena has no contestant of that name. */
  contestant: string | null
  votes: number
  /** Whether intervals are estimated without bootstrap rounds, because rounds would be slow. */
  estimated: boolean
  delta: number
  others: (Omit<MeasuredDifference, 'contestant'> & { name: string })[]
}

interface Wanted {
  /** A name, or a slug. */
  wanted: string
  isTracked: boolean
  /** Equal for equal votes and names. */
  key: string
  rounds: number
  seed: number
}

interface Measured {
  votes: number
  estimated: boolean
  from: DifferencesFrom
}

/** The cache holds the fits of this many views: visitors who look at one row often look at the next. */
const CACHED_FITS = 4
const cache = new Lru<Measured>(CACHED_FITS)

/** How one contestant differs from every other that a view rates; empty for more than a thousand contestants. */
export function differencesOf(
  store: VoteStore,
  view: ArenaView,
  { wanted, isTracked, key, rounds, seed }: Wanted,
): ComputedDifferences {
  const { sorted } = store.contestants
  const named = store.contestantRows.find(({ name }) => name === wanted)
  const contestant = (named ?? store.contestantRows.find(({ slug }) => slug === wanted))?.name ?? null
  if (contestant === null) return { contestant, votes: 0, estimated: false, delta: DELTA, others: [] }
  const measured = cache.get(key) ?? measureView(store, view, isTracked, { rounds, seed })
  cache.set(key, measured)
  const { votes, estimated, from } = measured
  const others = from(sorted.indexOf(contestant)).map(({ contestant: other, ...rest }) => ({
    name: sorted[other],
    ...rest,
  }))
  return { contestant, votes, estimated, delta: DELTA, others }
}

function measureView(
  store: VoteStore,
  view: ArenaView,
  isTracked: boolean,
  rounds: { rounds: number; seed: number },
): Measured {
  const { counted } = countView(store, view, isTracked)
  const estimated = isSlowToCompute(counted, rounds.rounds)
  return {
    votes: counted.votes,
    estimated,
    // for more contestants neither way is quick
    from:
      counted.tally.contestants > MOST_CONTESTANTS
        ? () => []
        : measuredDifferences(
            counted.tally,
            estimated ? 'preview' : 'comparison',
            rounds,
            counted.ppi?.battles,
          ),
  }
}
