import type { Transaction } from 'kysely'
import type { Database } from '../platform/schema.ts'
import type { Arena, NewArena } from './arena.ts'
import { updateWords } from './queries.ts'

const insertArena = (trx: Transaction<Database>, { settings = {}, ...arena }: NewArena): Promise<Arena> =>
  trx
    .insertInto('arenas')
    .values({ ...arena, settings: JSON.stringify(settings) })
    .returningAll()
    .executeTakeFirstOrThrow()

const updateCriteria = (trx: Transaction<Database>, arenaId: number, criteria: string[]): Promise<Arena> =>
  trx
    .updateTable('arenas')
    .set({ criteria })
    .where('id', '=', arenaId)
    .returningAll()
    .executeTakeFirstOrThrow()

/** Creates the arena; the slug must be free. */
export const createArena = (trx: Transaction<Database>, arena: NewArena): Promise<Arena> =>
  insertArena(trx, arena)

/** Changes the arena's title, description, visibility and settings, as far as they are given. */
export async function describeAnew(
  trx: Transaction<Database>,
  arena: Arena,
  words: { [Word in 'title' | 'description' | 'visibility' | 'settings']?: NewArena[Word] | undefined },
): Promise<Arena> {
  const { title = arena.title, description = arena.description, visibility = arena.visibility } = words
  const { settings = arena.settings } = words
  return updateWords(trx, arena.id, { title, description, visibility, settings })
}

/** Adds criteria after those that the arena has. */
export async function addCriteria(
  trx: Transaction<Database>,
  arena: Arena,
  criteria: string[],
): Promise<Arena> {
  const all = [...new Set([...arena.criteria, ...criteria])]
  return all.length === arena.criteria.length ? arena : updateCriteria(trx, arena.id, all)
}
