import type { Kysely } from 'kysely'
import { ProblemError } from '../platform/http/http.ts'
import type { Database } from '../platform/schema.ts'
import type { Arena } from './arena.ts'
import { selectArenaById } from './queries.ts'
import { msg } from '../../shared/messages/index.ts'

const selectArena = (db: Kysely<Database>, slug: string): Promise<Arena | undefined> =>
  db.selectFrom('arenas').selectAll().where('slug', '=', slug).executeTakeFirst()

export const findArena = (db: Kysely<Database>, slug: string): Promise<Arena | undefined> =>
  selectArena(db, slug)

export const arenaById = (db: Kysely<Database>, id: number): Promise<Arena | undefined> =>
  selectArenaById(db, id)

/** The arena for an operator, whatever its visibility. */
export async function arenaNamed(db: Kysely<Database>, slug: string): Promise<Arena> {
  return (await selectArena(db, slug)) ?? unknown(slug)
}

/** The arena for a visitor: a private one does not exist unless `isAdmin`. */
export async function arenaBySlug(db: Kysely<Database>, slug: string, isAdmin = false): Promise<Arena> {
  const arena = await arenaNamed(db, slug)
  mustBeShown(arena, isAdmin)
  return arena
}

/** @throws {ProblemError} arena_unknown for a private arena unless `isAdmin` */
export function mustBeShown({ slug, visibility }: Arena, isAdmin: boolean): void {
  if (visibility === 'private' && !isAdmin) unknown(slug)
}

function unknown(slug: string): never {
  throw new ProblemError('arena_unknown', msg('arena_not_here', { arena: slug }))
}
