import type { Arena } from '../arenas/index.ts'
import type { Deps } from '../platform/deps.ts'
import { publishedUntil } from '../platform/publication.ts'
import type { ContestantVotes } from './vote-store/contestant-votes.ts'
import { humanView } from './human-view.ts'
import { contestantVotesFromStore } from './rating-threads.ts'
import type { ArenaView } from './arena-view.ts'

/** How a contestant fared among the published votes of a view (people's, where judges lend to them), prompt by prompt, with some votes to look at. */
export function currentContestantVotes(
  deps: Deps,
  arena: Arena,
  view: ArenaView,
  contestant: string,
): Promise<ContestantVotes> {
  const until = publishedUntil(deps.clock(), deps.publishEvery)
  return contestantVotesFromStore(deps, arena.id, until, { votesOn: contestant, view: humanView(view) })
}
