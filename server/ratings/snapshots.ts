import { type Kysely, type Selectable, type Transaction, sql } from 'kysely'
import type { Database } from '../platform/schema.ts'
import type { SnapshotTable } from './tables.ts'

export type Snapshot = Pick<
  Selectable<SnapshotTable>,
  'id' | 'tracked' | 'preview' | 'data_version' | 'board' | 'etag'
>
export type NewSnapshot = Omit<Selectable<SnapshotTable>, 'id'>

const COLUMNS = ['id', 'tracked', 'preview', 'data_version', 'board', 'etag'] as const
const MOST_UNTRACKED = 200

/** The newest board of a view. A preview comes first: it counts more votes than any other board. */
export function selectSnapshot(
  db: Kysely<Database>,
  arenaId: number,
  viewKey: string,
  allowed: 'any' | 'no preview' = 'any',
): Promise<Snapshot | undefined> {
  const boards = db
    .selectFrom('snapshots')
    .select(COLUMNS)
    .where('arena_id', '=', arenaId)
    .where('view_key', '=', viewKey)
  return (allowed === 'any' ? boards : boards.where('preview', '=', false))
    .orderBy('preview', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Of each of these views, the newest board, without its contents; nothing of a view without one. */
export async function selectNewest(
  db: Kysely<Database>,
  views: readonly { arenaId: number; viewKey: string }[],
): Promise<{ arenaId: number; id: number }[]> {
  const { rows } = await sql<{ arenaId: number; id: number }>`
    select asked.arena_id as "arenaId", newest.id
    from unnest(${views.map(({ arenaId }) => arenaId)}::int[], ${views.map(({ viewKey }) => viewKey)}::text[])
      as asked (arena_id, view_key)
    cross join lateral (select id from snapshots s where s.arena_id = asked.arena_id and s.view_key = asked.view_key
      order by id desc limit 1) newest`.execute(db)
  return rows
}

/** The board with this id. */
export async function selectBoard(
  db: Kysely<Database>,
  arenaId: number,
  id: number,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('snapshots')
    .select('board')
    .where('arena_id', '=', arenaId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.board
}

/** The winner on the last board of a view that is not a preview, if it names one. */
export async function selectConfirmedWinner(
  db: Kysely<Database>,
  arenaId: number,
  viewKey: string,
): Promise<string | null> {
  const row = await lastFinished(db, arenaId, viewKey)
    .select(sql<string | null>`board::jsonb ->> 'winner'`.as('winner'))
    .executeTakeFirst()
  return row?.winner ?? null
}

/** The id of the last board of a view that is not a preview. */
export async function selectLastFinishedId(
  db: Kysely<Database>,
  arenaId: number,
  viewKey: string,
): Promise<number | null> {
  const row = await lastFinished(db, arenaId, viewKey).select('id').executeTakeFirst()
  return row?.id ?? null
}

const lastFinished = (db: Kysely<Database>, arenaId: number, viewKey: string) =>
  db
    .selectFrom('snapshots')
    .where('arena_id', '=', arenaId)
    .where('view_key', '=', viewKey)
    .where('preview', '=', false)
    .orderBy('id', 'desc')
    .limit(1)

export async function deletePreviews(
  trx: Transaction<Database>,
  arenaId: number,
  viewKey: string,
): Promise<void> {
  await trx
    .deleteFrom('snapshots')
    .where('arena_id', '=', arenaId)
    .where('view_key', '=', viewKey)
    .where('preview', '=', true)
    .execute()
}

/** Lets one process at a time store a board of the view, until the transaction ends. */
export async function lockView(trx: Transaction<Database>, arenaId: number, viewKey: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${arenaId}, hashtext(${viewKey}))`.execute(trx)
}

/**
 * Stores the snapshot. Of a tracked view it keeps the last earlier snapshot of every hour. Of views that are not
 * tracked, it keeps the newest snapshots of the arena.
 */
export async function insertSnapshot(trx: Transaction<Database>, snapshot: NewSnapshot): Promise<Snapshot> {
  const inserted = await trx
    .insertInto('snapshots')
    .values(snapshot)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow()
  if (snapshot.preview) return inserted
  await (snapshot.tracked ? thinOut(trx, snapshot, inserted.id) : deleteOldest(trx, snapshot.arena_id))
  return inserted
}

async function thinOut(trx: Transaction<Database>, snapshot: NewSnapshot, newest: number): Promise<void> {
  await trx
    .deleteFrom('snapshots')
    .where('arena_id', '=', snapshot.arena_id)
    .where('view_key', '=', snapshot.view_key)
    .where('id', '<', newest)
    .where('preview', '=', false)
    .where(
      sql<boolean>`date_trunc('hour', computed_at) = date_trunc('hour', ${snapshot.computed_at}::timestamptz)`,
    )
    .execute()
}

/** Anybody can request views by any dates, and these must not fill the database. */
async function deleteOldest(trx: Transaction<Database>, arenaId: number): Promise<void> {
  await sql`
    delete from snapshots where arena_id = ${arenaId} and not tracked and id <= (
      select id from snapshots where arena_id = ${arenaId} and not tracked order by id desc offset ${MOST_UNTRACKED} limit 1
    )`.execute(trx)
}
