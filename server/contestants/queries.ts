import type { Kysely, Transaction } from 'kysely'
import type { Database } from '../platform/schema.ts'
import type { Contestant, NewContestant } from './contestant.ts'

export const selectContestants = (db: Kysely<Database>, arenaId: number): Promise<Contestant[]> =>
  db.selectFrom('contestants').selectAll().where('arena_id', '=', arenaId).orderBy('name').execute()

export const insertContestants = (
  trx: Transaction<Database>,
  arenaId: number,
  contestants: Required<NewContestant>[],
): Promise<Contestant[]> =>
  trx
    .insertInto('contestants')
    .values(contestants.map((one) => ({ arena_id: arenaId, ...one, retired_at: null })))
    .returningAll()
    .execute()

export async function updateDescription(
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

/** Retires or restores a contestant; undefined if the arena does not have it. */
export const updateRetired = (
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

/** The contestants by name, each with its number of answers. */
export const selectWithAnswers = (
  db: Kysely<Database>,
  arenaId: number,
): Promise<(Contestant & { answers: number })[]> =>
  db
    .selectFrom('contestants as c')
    .selectAll('c')
    .select((eb) =>
      eb
        .selectFrom('answers as a')
        .whereRef('a.arena_id', '=', 'c.arena_id')
        .whereRef('a.contestant_id', '=', 'c.id')
        .select((one) => one.fn.countAll<number>().as('answers'))
        .as('answers'),
    )
    .where('c.arena_id', '=', arenaId)
    .orderBy('c.name')
    .execute() as Promise<(Contestant & { answers: number })[]>
