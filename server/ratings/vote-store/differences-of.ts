import { DELTA, measuredDifferences } from '../../../shared/stats/internal.ts'
import type { DifferencesFrom, MeasuredDifference } from '../../../shared/stats/internal.ts'
import type { ArenaView } from '../arena-view.ts'
import type { VoteStore } from './vote-store.ts'
import { countView } from './count-view.ts'
import { isSlowToCompute, MOST_CONTESTANTS } from './board-cost.ts'

export interface ComputedDifferences {
  /** Null: nobody of the arena is called that. */
  contestant: string | null
  votes: number
  /** Without the rounds of the board, which would take long. */
  estimated: boolean
  delta: number
  others: (Omit<MeasuredDifference, 'contestant'> & { name: string })[]
}

interface Wanted {
  /** A name, or a slug. */
  wanted: string
  isTracked: boolean
  /** Equal where votes and names are. */
  key: string
  rounds: number
  seed: number
}

interface Measured {
  votes: number
  estimated: boolean
  from: DifferencesFrom
}

/** The fits of so many views are kept: whoever looks at one row looks at the next. */
const REMEMBERED = 4
const remembered = new Map<string, Measured>()

/** How one contestant differs from every other that a view rates; nothing is told among more than a thousand. */
export function differencesOf(
  store: VoteStore,
  view: ArenaView,
  { wanted, isTracked, key, rounds, seed }: Wanted,
): ComputedDifferences {
  const { sorted } = store.contestants
  const named = store.contestantRows.find(({ name }) => name === wanted)
  const contestant = (named ?? store.contestantRows.find(({ slug }) => slug === wanted))?.name ?? null
  if (contestant === null) return { contestant, votes: 0, estimated: false, delta: DELTA, others: [] }
  const measured = remembered.get(key) ?? measureView(store, view, isTracked, { rounds, seed })
  remembered.delete(key)
  remembered.set(key, measured)
  if (remembered.size > REMEMBERED) remembered.delete(remembered.keys().next().value!)
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
    // of more, neither way is quick
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
