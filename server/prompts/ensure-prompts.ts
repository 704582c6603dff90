import { type Transaction, sql } from 'kysely'
import { touchArena } from '../arenas/index.ts'
import type { Database } from '../platform/schema.ts'
import type { NamedPrompts } from './queries.ts'

/**
 * Adds prompts without texts for the keys that the arena does not have, and categories to prompts that have none. Unlike
 * `putPrompts` it works inside the database, for any number of keys.
 */
export async function ensurePrompts(
  trx: Transaction<Database>,
  arenaId: number,
  named: NamedPrompts,
): Promise<void> {
  if (await insertPromptsIn(trx, arenaId, named)) await touchArena(trx, arenaId)
}

/**
 * Adds the prompts that a query names and the arena does not have, without texts, and gives the others a category if they
 * have none.
 * @returns whether anything changed
 */
async function insertPromptsIn(
  trx: Transaction<Database>,
  arenaId: number,
  named: NamedPrompts,
): Promise<boolean> {
  const categorised = await sql`
    update prompts p set category = n.category
    from (select distinct on (key) key, category from (${named}) every where category is not null order by key, place) n
    where p.arena_id = ${arenaId} and p.key = n.key and coalesce(p.category, '') = '' and p.erased_at is null`.execute(
    trx,
  )
  const added = await sql`
    insert into prompts (arena_id, key, category)
    select ${arenaId}, n.key, n.category
    from (select key, min(place) as place, (array_agg(category order by place desc) filter (where category is not null))[1] as category
      from (${named}) every group by key) n
    where not exists (select from prompts p where p.arena_id = ${arenaId} and p.key = n.key)
    order by n.place`.execute(trx)
  return (categorised.numAffectedRows ?? 0n) + (added.numAffectedRows ?? 0n) > 0n
}
