import type { Arena } from '../arenas/index.ts'
import type { Deps } from '../platform/deps.ts'
import { publishedUntil } from '../platform/publication.ts'
import type { VotesOnOne } from './vote-store/votes-on.ts'
import { peopleOf } from './people-of.ts'
import { votesOnFromFacts } from './rating-threads.ts'
import type { ArenaView } from './view.ts'

/** How a contestant fared among the published votes of a view (people's, where judges lend to them), prompt by prompt, with some votes to look at. */
export function currentVotesOn(
  deps: Deps,
  arena: Arena,
  view: ArenaView,
  contestant: string,
): Promise<VotesOnOne> {
  const until = publishedUntil(deps.clock(), deps.publishEvery)
  return votesOnFromFacts(deps, arena.id, until, { votesOn: contestant, view: peopleOf(view) })
}
