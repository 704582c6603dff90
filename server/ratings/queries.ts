import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Database } from '../platform/schema.ts'
import { standingVotes } from '../votes/index.ts'
import type { VoteSelection } from '../votes/index.ts'
import type { RatedVote } from './compute-board.ts'

export async function selectCategories(db: Kysely<Database>, arenaId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('prompts')
    .select('category')
    .distinct()
    .where('arena_id', '=', arenaId)
    .where('category', 'is not', null)
    .orderBy('category')
    .execute()
  return rows.map(({ category }) => category!)
}

/** Whether a judge of that name has voted in the arena. */
export async function hasJudge(db: Kysely<Database>, arenaId: number, name: string): Promise<boolean> {
  const vote = db
    .selectFrom('votes')
    .select('id')
    .where('arena_id', '=', arenaId)
    .where('source', '=', 'judge')
    .where('voter', '=', name)
  return (await vote.limit(1).executeTakeFirst()) !== undefined
}

/** The standing votes of a view, with names instead of ids. */
export const selectVotes = (
  db: Kysely<Database>,
  arenaId: number,
  selection: VoteSelection,
): Promise<RatedVote[]> =>
  standingVotes(db, arenaId, selection)
    .select([
      sql<string>`v.id::text`.as('id'),
      'l.name as contestantA',
      'r.name as contestantB',
      'v.outcome',
      'p.key as prompt',
      // who voted is not known of a vote that goes by its import key
      sql<string | null>`nullif(v.voter, v.import_key)`.as('voter'),
    ])
    .execute()
