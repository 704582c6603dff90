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

/** Every contestant with what its answers weigh. */
export async function selectContestantsWithAnswers(db: Kysely<Database>, arenaId: number) {
  const { rows } = await sql<{
    name: string
    slug: string
    retired: boolean
    averageLength: number | null
    averageWords: number | null
    costUsd: number | null
  }>`
    select c.name, c.slug, c.retired_at is not null as retired,
      avg(a.characters)::float8 as "averageLength", avg(a.words)::float8 as "averageWords", avg(a.cost_usd)::float8 as "costUsd"
    from contestants c left join answers a on a.arena_id = c.arena_id and a.contestant_id = c.id
    where c.arena_id = ${arenaId} group by c.arena_id, c.id order by c.name`.execute(db)
  return rows
}

/** The combinations of source and criterion that have votes: each has a board of its own. */
export async function selectVotedSources(db: Kysely<Database>, arenaId: number) {
  const { rows } = await sql<{
    source: 'human' | 'judge' | 'result' | 'simulated'
    name: string | null
    criterion: string
  }>`
    select distinct v.source, case when v.source = 'judge' then v.voter end as name, b.criterion
    from votes v join battles b on b.arena_id = v.arena_id and b.id = v.battle_id
    where v.arena_id = ${arenaId}`.execute(db)
  return rows
}
