import { isDeepStrictEqual } from 'node:util'
import type { Transaction } from 'kysely'
import { touchArena } from '../arenas/index.ts'
import type { Database } from '../platform/schema.ts'
import type { Contestant, DescribedContestant } from './contestant.ts'
import { ensureContestants } from './ensure-contestants.ts'
import { familyOf } from './family.ts'

/**
 * Adds these contestants, or updates those of the same name; others stay unchanged. The caller must check that answers
 * which were seen still match their contestant.
 * @returns all contestants of the arena by name
 */
export async function describeContestants(
  trx: Transaction<Database>,
  arenaId: number,
  described: readonly DescribedContestant[],
): Promise<Map<string, Contestant>> {
  const byName = await ensureContestants(trx, arenaId, described)
  let changed = false
  for (const one of described) {
    const standing = byName.get(one.name)!
    const { provider = null, model = null, system = null, template = null, params = {}, owner = null } = one
    const family = one.family ?? familyOf(model)
    const control_of = one.controlOf ?? null
    const description = { provider, model, system, template, params, owner, family, control_of }
    if (isDeepStrictEqual({ ...standing, ...description }, standing)) continue
    byName.set(one.name, await updateDescription(trx, arenaId, standing.id, description))
    changed = true
  }
  if (changed) await touchArena(trx, arenaId)
  return byName
}

async function updateDescription(
  trx: Transaction<Database>,
  arenaId: number,
  id: number,
  { params, ...rest }: Omit<Contestant, 'arena_id' | 'id' | 'slug' | 'name' | 'retired_at'>,
): Promise<Contestant> {
  return trx
    .updateTable('contestants')
    .set({ ...rest, params: JSON.stringify(params) })
    .where('arena_id', '=', arenaId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}
