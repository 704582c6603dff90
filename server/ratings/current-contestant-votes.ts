import type { Arena } from '../arenas/index.ts'
import type { Deps } from '../platform/deps.ts'
import { published } from '../platform/postgres/publishing.ts'
import type { ContestantVotes } from './vote-store/contestant-votes.ts'
import { humanView } from './human-view.ts'
import { contestantVotesFromStore } from './rating-threads.ts'
import type { ArenaView } from './arena-view.ts'

/**
 * The published votes of a view on one contestant, prompt by prompt, with some example votes. For a view powered by
 * judges only people's votes count.
 */
export async function currentContestantVotes(
  deps: Deps,
  arena: Arena,
  view: ArenaView,
  contestant: string,
): Promise<ContestantVotes> {
  const publication = await published(deps)
  return contestantVotesFromStore(deps, arena.id, publication, { votesOn: contestant, view: humanView(view) })
}
