import type { Kysely, Selectable, Transaction } from 'kysely'
import { sql } from 'kysely'
import type { Database, SnapshotTable } from '../platform/schema.ts'

export type Snapshot = Pick<Selectable<SnapshotTable>, 'id' | 'kept' | 'basis' | 'board' | 'etag'>
type NewSnapshot = Omit<Selectable<SnapshotTable>, 'id'>

const COLUMNS = ['id', 'kept', 'basis', 'board', 'etag'] as const
const REMEMBERED = 200

export const selectSnapshot = (
  db: Kysely<Database>,
  arenaId: number,
  viewKey: string,
): Promise<Snapshot | undefined> =>
  db
    .selectFrom('snapshots')
    .select(COLUMNS)
    .where('arena_id', '=', arenaId)
    .where('view_key', '=', viewKey)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Says that a job keeps the snapshot's view current from now on. */
export async function markKept(db: Kysely<Database>, arenaId: number, id: number): Promise<void> {
  await db
    .updateTable('snapshots')
    .set({ kept: true })
    .where('arena_id', '=', arenaId)
    .where('id', '=', id)
    .execute()
}

/** Lets one process at a time store a board of the view, until the transaction ends. */
export async function lockView(trx: Transaction<Database>, arenaId: number, viewKey: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${arenaId}, hashtext(${viewKey}))`.execute(trx)
}

/** Stores the snapshot; of the earlier ones of a kept view it leaves the last of every hour, of other views the newest. */
export async function insertSnapshot(trx: Transaction<Database>, snapshot: NewSnapshot): Promise<Snapshot> {
  const inserted = await trx
    .insertInto('snapshots')
    .values(snapshot)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow()
  await (snapshot.kept ? thinOut(trx, snapshot, inserted.id) : forgetOldest(trx, snapshot.arena_id))
  return inserted
}

async function thinOut(trx: Transaction<Database>, snapshot: NewSnapshot, newest: number): Promise<void> {
  await trx
    .deleteFrom('snapshots')
    .where('arena_id', '=', snapshot.arena_id)
    .where('view_key', '=', snapshot.view_key)
    .where('id', '<', newest)
    .where(
      sql<boolean>`date_trunc('hour', computed_at) = date_trunc('hour', ${snapshot.computed_at}::timestamptz)`,
    )
    .execute()
}

/** Views that anybody may ask for by any dates must not fill the database. */
async function forgetOldest(trx: Transaction<Database>, arenaId: number): Promise<void> {
  await sql`
    delete from snapshots where arena_id = ${arenaId} and not kept and id <= (
      select id from snapshots where arena_id = ${arenaId} and not kept order by id desc offset ${REMEMBERED} limit 1
    )`.execute(trx)
}
