import type { Kysely, Selectable, Updateable } from 'kysely'
import type { Database } from '../platform/schema.ts'
import type { NoticeTable } from './tables.ts'

export type StoredNotice = Selectable<NoticeTable> & { slug: string; title: string }

const withArena = (db: Kysely<Database>) =>
  db
    .selectFrom('notices')
    .innerJoin('arenas', 'arenas.id', 'notices.arena_id')
    .selectAll('notices')
    .select(['arenas.slug', 'arenas.title'])

/** The notices whose next attempt is due, the longest due first. */
export const selectDue = (db: Kysely<Database>, now: Date, most: number): Promise<StoredNotice[]> =>
  withArena(db)
    .where('notices.state', '=', 'waiting')
    .where('notices.next_at', '<=', now)
    .orderBy('notices.next_at')
    .orderBy('notices.happened_at')
    .orderBy('notices.id')
    .limit(most)
    .execute()

/** The newest notices, newest first. */
export const selectNewest = (db: Kysely<Database>, most: number): Promise<StoredNotice[]> =>
  withArena(db)
    .orderBy('notices.found_at', 'desc')
    .orderBy('notices.happened_at', 'desc')
    .orderBy('notices.id')
    .limit(most)
    .execute()

export async function updateNotice(
  db: Kysely<Database>,
  { arena_id, id }: Pick<StoredNotice, 'arena_id' | 'id'>,
  change: Updateable<NoticeTable>,
): Promise<void> {
  await db
    .updateTable('notices')
    .set(change)
    .where('arena_id', '=', arena_id)
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .execute()
}
