import type { Kysely } from 'kysely'
import { viewKey } from '../../shared/contracts/index.ts'
import type { Arena } from '../arenas/index.ts'
import type { Database } from '../platform/schema.ts'
import { selectContenders, selectNewestBoardId } from './queries.ts'

interface Known {
  basis: string
  contenders: Promise<ReadonlySet<number>>
}

const knownByDatabase = new WeakMap<object, Map<string, Known>>()

/**
 * Ids of the contestants that may still be first on the newest stored board of a source and criterion. Empty if there is
 * no board yet or it names a winner. Each board is read once.
 */
export async function contendersOf(
  db: Kysely<Database>,
  arena: Arena,
  source: string,
  criterion: string,
): Promise<ReadonlySet<number>> {
  const view = viewKey({
    source,
    criterion: arena.criteria.length > 1 ? criterion : null,
    category: null,
    from: null,
    to: null,
    looks: 'any',
    together: null,
  })
  const board = await selectNewestBoardId(db, arena.id, view)
  if (!board) return new Set()
  const cached = knownByDatabase.get(db) ?? new Map<string, Known>()
  knownByDatabase.set(db, cached)
  const key = `${arena.id} ${view}`
  const basis = `${board.id} ${arena.revision}`
  const last = cached.get(key)
  if (last?.basis === basis) return last.contenders
  const contenders = selectContenders(db, arena.id, board.id).then((ids) => new Set(ids))
  cached.set(key, { basis, contenders })
  contenders.catch(() => cached.delete(key))
  return contenders
}
