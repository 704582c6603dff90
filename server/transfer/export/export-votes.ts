import type { Arena } from '../../arenas/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { published } from '../../platform/publication.ts'
import type { ArenaView } from '../../ratings/index.ts'
import { selectVotesAfter } from '../queries.ts'
import { voteRecord } from './vote-columns.ts'
import type { MoreColumns, VoteRecord } from './vote-columns.ts'

const PORTION = 2000
/** The selection of all votes, without what of them is public. */
export const EVERY_VOTE = { source: null, criterion: null, category: null, since: null, before: null }

/**
 * The counted published votes of an arena in order of recording, in portions.
 * @param view null for all votes, each with its source
 */
export async function* exportVotes(
  { db }: Pick<Deps, 'db'>,
  arena: Arena,
  view: ArenaView | null,
  more: MoreColumns,
): AsyncGenerator<VoteRecord[]> {
  const selection = { ...(view ?? EVERY_VOTE), publication: await published({ db }) }
  const votesAfter = (id: number) => {
    const votes = selectVotesAfter(db, arena.id, selection, id, PORTION)
    // if nobody waits for it any more
    votes.catch(() => {})
    return votes
  }
  let next = votesAfter(0)
  while (true) {
    const votes = await next
    if (votes.length === 0) return
    // the database reads the next portion while this one is written
    next = votesAfter(votes.at(-1)!.id)
    yield votes.map((vote) => voteRecord(vote, more))
  }
}
