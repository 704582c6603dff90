import type { Insertable } from 'kysely'
import type { Database, Trx } from '../platform/schema.ts'
import { type Arena, type NewArena, updateWords } from './arena.ts'

/** Creates the arena; the slug must be free. */
export const createArena = (trx: Trx, { settings = {}, ...arena }: NewArena): Promise<Arena> =>
  trx
    .insertInto('arenas')
    .values({ ...arena, settings: JSON.stringify(settings) })
    .returningAll()
    .executeTakeFirstOrThrow()

/** Changes the arena's title, description, visibility and settings, as far as they are given. */
export async function describeAnew(
  trx: Trx,
  arena: Arena,
  words: { [Word in 'title' | 'description' | 'visibility' | 'settings']?: NewArena[Word] | undefined },
): Promise<Arena> {
  const { title = arena.title, description = arena.description, visibility = arena.visibility } = words
  const { settings = arena.settings } = words
  return updateWords(trx, arena.id, { title, description, visibility, settings })
}

/** Adds criteria after those that the arena has. */
export async function addCriteria(trx: Trx, arena: Arena, criteria: string[]): Promise<Arena> {
  const all = [...new Set([...arena.criteria, ...criteria])]
  if (all.length === arena.criteria.length) return arena
  return trx
    .updateTable('arenas')
    .set({ criteria: all })
    .where('id', '=', arena.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export type NewProvider = Omit<Insertable<Database['providers']>, 'arena_id'>

/** Adds the providers, or updates those of the same name. It removes none. */
export async function putProviders(
  trx: Trx,
  arenaId: number,
  providers: readonly NewProvider[],
): Promise<void> {
  if (providers.length === 0) return
  await trx
    .insertInto('providers')
    .values(providers.map((provider) => ({ arena_id: arenaId, ...provider })))
    .onConflict((conflict) =>
      conflict.columns(['arena_id', 'name']).doUpdateSet((eb) => ({
        type: eb.ref('excluded.type'),
        base_url: eb.ref('excluded.base_url'),
        api_key_env: eb.ref('excluded.api_key_env'),
        concurrency: eb.ref('excluded.concurrency'),
        requests_per_minute: eb.ref('excluded.requests_per_minute'),
        public_only: eb.ref('excluded.public_only'),
        options: eb.ref('excluded.options'),
      })),
    )
    .execute()
}
