import type { Kysely, Selectable, Transaction } from 'kysely'
import type { LabellingLinkTable } from '../tables.ts'
import type { Database } from '../../platform/schema.ts'

export type StoredLink = Selectable<LabellingLinkTable>

export async function insertLink(
  trx: Transaction<Database>,
  arenaId: number,
  madeAt: Date,
  expiresAt: Date,
): Promise<number> {
  const { id } = await trx
    .insertInto('labelling_links')
    .values({ arena_id: arenaId, made_at: madeAt, expires_at: expiresAt })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export const selectLinks = (db: Kysely<Database>, arenaId: number): Promise<StoredLink[]> =>
  db.selectFrom('labelling_links').selectAll().where('arena_id', '=', arenaId).orderBy('id', 'desc').execute()

export const selectLink = (
  db: Kysely<Database>,
  arenaId: number,
  id: number,
): Promise<StoredLink | undefined> =>
  db
    .selectFrom('labelling_links')
    .selectAll()
    .where('arena_id', '=', arenaId)
    .where('id', '=', id)
    .executeTakeFirst()

/** Withdraws the link. @returns false if it was withdrawn already, or does not exist */
export async function withdrawLink(
  trx: Transaction<Database>,
  arenaId: number,
  id: number,
  withdrawnAt: Date,
): Promise<boolean> {
  const row = await trx
    .updateTable('labelling_links')
    .set({ withdrawn_at: withdrawnAt })
    .where('arena_id', '=', arenaId)
    .where('id', '=', id)
    .where('withdrawn_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}
