import type { Arena } from '../../arenas/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { publishedUntil } from '../../platform/publication.ts'
import type { ArenaView } from '../../ratings/index.ts'
import type { VoteSource } from '../../../shared/contracts/index.ts'
import { selectVotesAfter } from '../queries.ts'
import type { VoteSelection } from '../queries.ts'
import { voteRecord } from './vote-columns.ts'
import type { VoteRecord } from './vote-columns.ts'

const PORTION = 2000
const KINDS: Record<string, VoteSource> = { humans: 'human', judges: 'judge', simulated: 'simulated' }

/**
 * The standing published votes of an arena in order of recording, a portion at a time.
 * @param view null: all votes, each labelled with who reached it
 */
export async function* exportVotes(
  { db, clock, publishEvery }: Pick<Deps, 'db' | 'clock' | 'publishEvery'>,
  arena: Arena,
  view: ArenaView | null,
): AsyncGenerator<VoteRecord[]> {
  const judge = view?.source.startsWith('judge:') ? view.source.slice('judge:'.length) : null
  const selection: VoteSelection = {
    arenaId: arena.id,
    source: judge ? 'judge' : (KINDS[view?.source ?? ''] ?? null),
    real: view?.source === 'all',
    judge,
    criterion: view?.criterion ?? null,
    category: view?.category ?? null,
    since: view?.since ?? null,
    before: view?.before ?? null,
    until: publishedUntil(clock(), publishEvery),
  }
  let after = 0
  while (true) {
    const votes = await selectVotesAfter(db, selection, after, PORTION)
    if (votes.length === 0) return
    yield votes.map(voteRecord)
    after = votes.at(-1)!.id
  }
}
