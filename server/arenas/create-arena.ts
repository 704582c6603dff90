import type { Transaction } from 'kysely'
import type { Database } from '../platform/schema.ts'
import type { Arena, NewArena } from './arena.ts'
import { insertArena, updateCriteria, updateWords } from './queries.ts'

/** Creates the arena; the slug must be free. */
export const createArena = (trx: Transaction<Database>, arena: NewArena): Promise<Arena> =>
  insertArena(trx, arena)

/** The arena with another title, description, visibility or settings, where they are given. */
export async function describeAnew(
  trx: Transaction<Database>,
  arena: Arena,
  words: { [Word in 'title' | 'description' | 'visibility' | 'settings']?: NewArena[Word] | undefined },
): Promise<Arena> {
  const { title = arena.title, description = arena.description, visibility = arena.visibility } = words
  const { settings = arena.settings } = words
  return updateWords(trx, arena.id, { title, description, visibility, settings })
}

/** The arena with these criteria behind the ones it has. */
export async function addCriteria(
  trx: Transaction<Database>,
  arena: Arena,
  criteria: string[],
): Promise<Arena> {
  const all = [...new Set([...arena.criteria, ...criteria])]
  return all.length === arena.criteria.length ? arena : updateCriteria(trx, arena.id, all)
}
