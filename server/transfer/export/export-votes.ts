import type { Arena } from '../../arenas/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { published } from '../../platform/postgres/publishing.ts'
import type { ArenaView } from '../../ratings/index.ts'
import { voteRecord, type MoreColumns, type VoteRecord } from './vote-columns.ts'
import { sampleOf, pairProbability, type ExportedVote } from '../queries.ts'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../../platform/schema.ts'
import { countedVotes, type VoteSelection } from '../../votes/index.ts'

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

/** Counted votes in order of id, `size` after the vote `after`. */
const selectVotesAfter = (
  db: Kysely<Database>,
  arenaId: number,
  selection: VoteSelection,
  after: number,
  size: number,
): Promise<ExportedVote[]> =>
  countedVotes(db, arenaId, selection)
    .select(['v.id', 'l.name as left', 'r.name as right', 'v.outcome', 'v.source', 'v.inconsistent'])
    .select(sql<string | null>`nullif(v.voter, v.import_key)`.as('voter'))
    .select(['p.key as prompt', 'b.criterion', 'p.category', 'v.cast_at as castAt'])
    .select([sampleOf('left').as('leftSample'), sampleOf('right').as('rightSample')])
    .select(pairProbability.as('pairProbability'))
    .where('v.id', '>', after)
    .orderBy('v.id')
    .limit(size)
    .execute()
