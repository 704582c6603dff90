import { wilsonInterval } from '../../shared/stats/index.ts'
import { HeadToHead } from '../../shared/contracts/index.ts'
import type { View } from '../../shared/contracts/index.ts'
import type { Arena } from '../arenas/index.ts'
import type { ArenaView, CountedPairs } from '../ratings/index.ts'
import { writtenOnce } from './respond.ts'
import type { Tagged } from './respond.ts'

const written = writtenOnce<CountedPairs>()

/** The pairs of a view as they are sent. */
export function headToHead(arena: Arena, view: ArenaView, counted: CountedPairs): Tagged {
  return written(counted, () =>
    HeadToHead.parse({
      arena: arena.slug,
      view: shownView(view),
      votes: counted.votes,
      contestants: counted.contestants.map(({ name }) => name),
      pairs: Array.from(counted.first, (a, at) => pairAt(a, at, counted)),
    } satisfies HeadToHead),
  )
}

/** A view as its board says it. */
export function shownView({ source, criterion, category, from, to, judges }: ArenaView): View {
  return { source, criterion, category, from, to, ...(judges && { judges }) }
}

function pairAt(a: number, at: number, { second, firstWins, secondWins, ties, bothBad }: CountedPairs) {
  const [wins, losses] = [firstWins[at]!, secondWins[at]!]
  const interval = wilsonInterval(wins, wins + losses)
  return { a, b: second[at]!, wins, losses, ties: ties[at]!, bothBad: bothBad[at]!, interval }
}
