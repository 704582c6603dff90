import type { Kysely, Transaction } from 'kysely'
import { sql } from 'kysely'
import type { VoteSource } from '../../shared/contracts/index.ts'
import type { Database } from '../platform/schema.ts'
import type { Arena, NewArena } from './arena.ts'

export const selectArena = (db: Kysely<Database>, slug: string): Promise<Arena | undefined> =>
  db.selectFrom('arenas').selectAll().where('slug', '=', slug).executeTakeFirst()

export const selectArenaById = (db: Kysely<Database>, id: number): Promise<Arena | undefined> =>
  db.selectFrom('arenas').selectAll().where('id', '=', id).executeTakeFirst()

export const insertArena = (trx: Transaction<Database>, arena: NewArena): Promise<Arena> =>
  trx.insertInto('arenas').values(arena).returningAll().executeTakeFirstOrThrow()

export const updateCriteria = (
  trx: Transaction<Database>,
  arenaId: number,
  criteria: string[],
): Promise<Arena> =>
  trx
    .updateTable('arenas')
    .set({ criteria })
    .where('id', '=', arenaId)
    .returningAll()
    .executeTakeFirstOrThrow()

export const updateWords = (
  trx: Transaction<Database>,
  arenaId: number,
  words: Pick<NewArena, 'title' | 'description' | 'visibility'>,
): Promise<Arena> =>
  trx.updateTable('arenas').set(words).where('id', '=', arenaId).returningAll().executeTakeFirstOrThrow()

/** Says that contestants, prompts or answers of the arena changed, so that nothing cached about them survives. */
export async function touchArena(trx: Transaction<Database>, arenaId: number): Promise<void> {
  await trx
    .updateTable('arenas')
    .set((eb) => ({ revision: eb('revision', '+', 1) }))
    .where('id', '=', arenaId)
    .execute()
}

export interface ArenaCounts {
  id: number
  slug: string
  title: string
  description: string
  contestants: number
  votes: number
  simulatedVotes: number
  votable: boolean
}

/** Public arenas in order of creation, or the one with `slug` whatever its visibility. */
export async function selectCounts(db: Kysely<Database>, slug?: string): Promise<ArenaCounts[]> {
  const standing = sql`not exists (select from retractions r where r.arena_id = v.arena_id and r.vote_id = v.id)`
  const { rows } = await sql<ArenaCounts>`
    select a.id, a.slug, a.title, a.description,
      (select count(*)::int from contestants c where c.arena_id = a.id) as contestants,
      (select count(*)::int from votes v where v.arena_id = a.id and v.source <> 'simulated' and ${standing}) as votes,
      (select count(*)::int from votes v where v.arena_id = a.id and v.source = 'simulated' and ${standing}) as "simulatedVotes",
      exists (
        select from answers x join prompts p on p.arena_id = x.arena_id and p.id = x.prompt_id
          join contestants c on c.arena_id = x.arena_id and c.id = x.contestant_id
        where x.arena_id = a.id and p.messages is not null and c.retired_at is null
        group by x.prompt_id having count(distinct x.text_sha256) > 1
      ) as votable
    from arenas a
    where ${slug === undefined ? sql`a.visibility = 'public'` : sql`a.slug = ${slug}`}
    order by a.id`.execute(db)
  return rows
}

/** Standing votes of the arena by who reached them; `name` is a judge's name, null for the others. */
export async function selectVotesBySource(db: Kysely<Database>, arenaId: number) {
  const { rows } = await sql<{ source: VoteSource; name: string | null; votes: number }>`
    select v.source, case when v.source = 'judge' then v.voter end as name, count(*)::int as votes
    from votes v
    where v.arena_id = ${arenaId}
      and not exists (select from retractions r where r.arena_id = v.arena_id and r.vote_id = v.id)
    group by 1, 2 order by 1, 2`.execute(db)
  return rows
}

export async function selectCategories(
  db: Kysely<Database>,
  arenaId: number,
): Promise<{ prompts: number; categories: string[] }> {
  const rows = await db
    .selectFrom('prompts')
    .select(['category', (eb) => eb.fn.countAll<number>().as('prompts')])
    .where('arena_id', '=', arenaId)
    .groupBy('category')
    .orderBy('category')
    .execute()
  return {
    prompts: rows.reduce((sum, row) => sum + Number(row.prompts), 0),
    categories: rows.flatMap(({ category }) => category ?? []),
  }
}
