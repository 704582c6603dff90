import type { Arena } from '../arenas/index.ts'
import type { Deps } from '../platform/deps.ts'
import { publishedUntil } from '../platform/publication.ts'
import type { ContestantVotes } from './vote-store/contestant-votes.ts'
import { humanView } from './human-view.ts'
import { contestantVotesFromStore } from './rating-threads.ts'
import type { ArenaView } from './arena-view.ts'

/**
 * The published votes of a view on one contestant, prompt by prompt, with some example votes. For a view powered by
 * judges only people's votes count.
 */
export function currentContestantVotes(
  deps: Deps,
  arena: Arena,
  view: ArenaView,
  contestant: string,
): Promise<ContestantVotes> {
  const until = publishedUntil(deps.clock(), deps.publishEvery)
  return contestantVotesFromStore(deps, arena.id, until, { votesOn: contestant, view: humanView(view) })
}
