import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Database } from '../platform/schema.ts'
import type { RatedVote } from './compute-board.ts'
import type { ArenaView } from './view.ts'

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

/** The votes that a source selects, as a condition on table `v`. */
function ofSource(source: string) {
  if (source.startsWith('judge:'))
    return sql<boolean>`(v.source = 'judge' and v.voter = ${source.slice('judge:'.length)})`
  if (source === 'all') return sql<boolean>`v.source <> 'simulated'`
  return sql<boolean>`v.source = ${({ humans: 'human', judges: 'judge', simulated: 'simulated' } as const)[source]}`
}

/**
 * The state of the facts that boards of a source rest on, in one short text: equal basis, equal boards.
 * It begins with the arena's revision.
 */
export async function selectBasis(
  db: Kysely<Database>,
  arenaId: number,
  source: string,
  until: Date | null,
): Promise<string> {
  const { rows } = await sql<{ basis: string }>`
    select concat_ws(':',
      (select revision from arenas where id = ${arenaId}),
      (select count(*) from votes v
        where v.arena_id = ${arenaId} and ${ofSource(source)} and (${until}::timestamptz is null or v.cast_at <= ${until})),
      (select count(*) from retractions t join votes v on v.arena_id = t.arena_id and v.id = t.vote_id
        where t.arena_id = ${arenaId} and ${ofSource(source)} and (${until}::timestamptz is null or t.retracted_at <= ${until}))
    ) as basis`.execute(db)
  return rows[0]!.basis
}

/** The standing votes of a view, with names instead of ids. */
export async function selectVotes(
  db: Kysely<Database>,
  arenaId: number,
  view: ArenaView,
  until: Date | null,
): Promise<RatedVote[]> {
  let query = db
    .selectFrom('votes as v')
    .innerJoin('battles as b', (join) =>
      join.onRef('b.arena_id', '=', 'v.arena_id').onRef('b.id', '=', 'v.battle_id'),
    )
    .innerJoin('contestants as l', (join) =>
      join.onRef('l.arena_id', '=', 'b.arena_id').onRef('l.id', '=', 'b.left_contestant_id'),
    )
    .innerJoin('contestants as r', (join) =>
      join.onRef('r.arena_id', '=', 'b.arena_id').onRef('r.id', '=', 'b.right_contestant_id'),
    )
    .leftJoin('prompts as p', (join) =>
      join.onRef('p.arena_id', '=', 'b.arena_id').onRef('p.id', '=', 'b.prompt_id'),
    )
    .leftJoin('retractions as t', (join) =>
      join
        .onRef('t.arena_id', '=', 'v.arena_id')
        .onRef('t.vote_id', '=', 'v.id')
        .on(sql<boolean>`(${until}::timestamptz is null or t.retracted_at <= ${until})`),
    )
    .select([
      sql<string>`v.id::text`.as('id'),
      'l.name as contestantA',
      'r.name as contestantB',
      'v.outcome',
      'p.key as prompt',
      'v.voter',
    ])
    .where('v.arena_id', '=', arenaId)
    .where('t.vote_id', 'is', null)
    .where(ofSource(view.source))
  if (until) query = query.where('v.cast_at', '<=', until)
  if (view.since) query = query.where('v.cast_at', '>=', view.since)
  if (view.before) query = query.where('v.cast_at', '<', view.before)
  if (view.criterion) query = query.where('b.criterion', '=', view.criterion)
  if (view.category) query = query.where('p.category', '=', view.category)
  return query.execute()
}

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
