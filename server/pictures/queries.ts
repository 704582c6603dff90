import { sql } from 'kysely'
import type { Kysely, Transaction } from 'kysely'
import type { Database } from '../platform/schema.ts'
import type { PictureTable } from './tables.ts'
import type { Picture } from './read-picture.ts'

/** Pictures on their way into an arena, in a temporary table that ends with the transaction. */
export async function createPictureStaging(trx: Transaction<Database>): Promise<void> {
  await sql`create temporary table staged_pictures
    (sha256 text primary key, type text, width integer, height integer, bytes bytea) on commit drop`.execute(
    trx,
  )
}

export async function stagePicture(
  trx: Transaction<Database>,
  { sha256, type, width, height, bytes }: Picture,
): Promise<void> {
  await sql`insert into pg_temp.staged_pictures values (${sha256}, ${type}, ${width}, ${height}, ${bytes})
    on conflict do nothing`.execute(trx)
}

/** Stores staged pictures in an arena, each once. @returns their names by hash */
export async function storeStaged(
  trx: Transaction<Database>,
  arenaId: number,
  hashes: readonly string[],
): Promise<Map<string, string>> {
  await sql`
    insert into pictures (arena_id, sha256, type, width, height, bytes)
    select ${arenaId}, sha256, type, width, height, bytes from pg_temp.staged_pictures
    where sha256 = any (${hashes}::text[]) on conflict (arena_id, sha256) do nothing`.execute(trx)
  const rows = await trx
    .selectFrom('pictures')
    .select(['sha256', 'name'])
    .where('arena_id', '=', arenaId)
    .where(sql<boolean>`sha256 = any (${hashes}::text[])`)
    .execute()
  return new Map(rows.map(({ sha256, name }) => [sha256, name]))
}

/** How many pictures an arena has, and their bytes in all. */
export async function sizeOfPictures(
  db: Kysely<Database>,
  arenaId: number,
): Promise<{ count: number; bytes: number }> {
  const { rows } = await sql<{ count: number; bytes: number }>`
    select count(*)::int as count, coalesce(sum(octet_length(bytes)), 0)::float8 as bytes from pictures
    where arena_id = ${arenaId}`.execute(db)
  return rows[0]
}

export const selectPicture = (
  db: Kysely<Database>,
  arenaId: number,
  name: string,
): Promise<Pick<PictureTable, 'bytes' | 'type'> | undefined> =>
  db
    .selectFrom('pictures')
    .select(['bytes', 'type'])
    .where('arena_id', '=', arenaId)
    .where('name', '=', name)
    .executeTakeFirst()

/** Removes the pictures of an arena that no prompt and no answer names any more. */
export async function removeUnusedPictures(trx: Transaction<Database>, arenaId: number): Promise<void> {
  await sql`
    delete from pictures where arena_id = ${arenaId} and name not in (
      select named[1] from (
        select messages::text || coalesce(reference, '') as text from prompts where arena_id = ${arenaId}
        union all
        select coalesce(text, '') || coalesce(turns::text, '') from answers where arena_id = ${arenaId}
      ) texts, regexp_matches(text, 'picture:([0-9a-f]{32})', 'g') as named
      where text like '%picture:%')`.execute(trx)
}
