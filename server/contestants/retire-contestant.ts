import { touchArena, type Arena } from '../arenas/index.ts'
import { putOnRecord } from '../platform/audit.ts'
import type { Deps } from '../platform/deps.ts'
import { ProblemError } from '../platform/http/http.ts'
import type { Contestant } from './contestant.ts'
import { msg } from '../../shared/messages/index.ts'
import type { Transaction } from 'kysely'
import type { Database } from '../platform/schema.ts'

/** Excludes a contestant from sampling from `at` on, or restores it if `at` is null. Its votes and its place on the board stay. */
export async function retireContestant(
  deps: Pick<Deps, 'db' | 'actor' | 'clock'>,
  arena: Arena,
  slug: string,
  retiredAt: Date | null,
): Promise<Contestant> {
  return deps.db.transaction().execute(async (trx) => {
    const contestant = await updateRetired(trx, arena.id, slug, retiredAt)
    if (!contestant)
      throw new ProblemError('contestant_unknown', msg('no_contestant_of_slug', { arena: arena.slug, slug }))
    await touchArena(trx, arena.id)
    const act = retiredAt ? 'contestant_retired' : 'contestant_restored'
    await putOnRecord(trx, deps, arena.id, act, { contestant: contestant.name })
    return contestant
  })
}

/** Retires or restores a contestant; undefined if the arena does not have it. */
const updateRetired = (
  trx: Transaction<Database>,
  arenaId: number,
  slug: string,
  retiredAt: Date | null,
): Promise<Contestant | undefined> =>
  trx
    .updateTable('contestants')
    .set((eb) => ({ retired_at: retiredAt && eb.fn.coalesce('retired_at', eb.val(retiredAt)) }))
    .where('arena_id', '=', arenaId)
    .where('slug', '=', slug)
    .returningAll()
    .executeTakeFirst()
