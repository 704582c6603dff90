import type { Visibility } from '../../shared/contracts/index.ts'
import { putOnRecord } from '../platform/audit.ts'
import type { Deps } from '../platform/deps.ts'
import type { Arena } from './arena.ts'
import type { Transaction } from 'kysely'
import type { Database } from '../platform/schema.ts'

/** Changes the visibility: listed for everybody, open to everybody with the address, or only with the admin token. */
export async function showTo(
  deps: Pick<Deps, 'db' | 'actor' | 'clock'>,
  arena: Arena,
  visibility: Visibility,
): Promise<Arena> {
  if (arena.visibility === visibility) return arena
  return deps.db.transaction().execute(async (trx) => {
    const changed = await updateVisibility(trx, arena.id, visibility)
    await putOnRecord(trx, deps, arena.id, 'visibility_changed', { visibility, before: arena.visibility })
    return changed
  })
}

const updateVisibility = (
  trx: Transaction<Database>,
  arenaId: number,
  visibility: Visibility,
): Promise<Arena> =>
  trx
    .updateTable('arenas')
    .set({ visibility })
    .where('id', '=', arenaId)
    .returningAll()
    .executeTakeFirstOrThrow()
