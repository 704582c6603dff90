import { sql } from 'kysely'
import { MAX_PICTURES_BYTES, MAX_PICTURES, PICTURE_NAME, pictureNamed } from '../../shared/contracts/index.ts'
import { ProblemError } from '../platform/problem.ts'
import type { Db, Trx } from '../platform/schema.ts'
import type { SentPicture } from '../platform/providers/index.ts'
import { findPictures } from './picture-taker.ts'
import type { Picture } from './read-picture.ts'
import { requireRow } from '../platform/postgres/query.ts'

/** Pictures on their way into an arena, in a temporary table that ends with the transaction. */
async function createPictureStaging(trx: Trx): Promise<void> {
  await sql`create temporary table staged_pictures
    (sha256 text primary key, type text, width integer, height integer, bytes bytea) on commit drop`.execute(
    trx,
  )
}

async function stagePicture(trx: Trx, { sha256, type, width, height, bytes }: Picture): Promise<void> {
  await sql`insert into pg_temp.staged_pictures values (${sha256}, ${type}, ${width}, ${height}, ${bytes})
    on conflict do nothing`.execute(trx)
}

/** Stores staged pictures in an arena, each once. @returns their names by hash */
async function storeStaged(
  trx: Trx,
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
const sizeOfPictures = (db: Db, arenaId: number): Promise<{ count: number; bytes: number }> =>
  requireRow<{ count: number; bytes: number }>(db)`
    select count(*)::int as count, coalesce(sum(octet_length(bytes)), 0)::float8 as bytes from pictures
    where arena_id = ${arenaId}`

/** How texts name pictures that are not stored yet. */
const BY_HASH = /\bpicture:([0-9a-f]{64})(?![0-9a-f])/g

/** The pictures of an import: staged while files are read, stored with the texts that name them. */
export class PictureStage {
  #trx: Trx
  #staged = new Set<string>()
  /** The names of stored pictures by hash. */
  #names = new Map<string, string>()

  constructor(trx: Trx) {
    this.#trx = trx
  }

  async add(pictures: readonly Picture[]): Promise<void> {
    for (const picture of pictures) {
      if (this.#staged.has(picture.sha256)) continue
      if (this.#staged.size === 0) await createPictureStaging(this.#trx)
      this.#staged.add(picture.sha256)
      await stagePicture(this.#trx, picture)
    }
  }

  /**
   * Stores the pictures that texts name, and names them by their random names.
   * @param change calls back for each text, with what to put in its place
   * @throws {ProblemError} invalid_request if the arena would have too many
   */
  async store<Texts>(
    arenaId: number,
    texts: Texts,
    change: (texts: Texts, name: (text: string) => string) => Texts,
  ): Promise<Texts> {
    if (this.#staged.size === 0) return texts
    const wanted = new Set<string>()
    const found = change(texts, (text) =>
      text.replace(BY_HASH, (reference, hash: string) => {
        if (this.#staged.has(hash) && !this.#names.has(hash)) wanted.add(hash)
        return reference
      }),
    )
    if (wanted.size > 0) {
      for (const [hash, name] of await storeStaged(this.#trx, arenaId, [...wanted]))
        this.#names.set(hash, name)
      await requireRoomForPictures(this.#trx, arenaId)
    }
    return change(found, (text) =>
      text.replace(BY_HASH, (reference, hash: string) => {
        const name = this.#names.get(hash)
        return name === undefined ? reference : `picture:${name}`
      }),
    )
  }

  /** Called after the texts are in: what an erased or replaced text named is not kept. */
  async end(arenaId: number): Promise<void> {
    const { count } = await sizeOfPictures(this.#trx, arenaId)
    if (count > 0) await removeUnusedPictures(this.#trx, arenaId)
  }
}

async function requireRoomForPictures(trx: Trx, arenaId: number): Promise<void> {
  const { count, bytes } = await sizeOfPictures(trx, arenaId)
  const megabytes = (size: number) => Math.ceil(size / 1024 / 1024)
  if (count > MAX_PICTURES || bytes > MAX_PICTURES_BYTES)
    throw new ProblemError(
      'invalid_request',
      `The arena would have ${count} pictures with ${megabytes(bytes)} MB; it can have ${MAX_PICTURES} with ${megabytes(MAX_PICTURES_BYTES)} MB. Give smaller pictures, or fewer.`,
    )
}

/** Removes the pictures of an arena that no prompt and no answer names any more. */
export async function removeUnusedPictures(trx: Trx, arenaId: number): Promise<void> {
  await sql`
    delete from pictures where arena_id = ${arenaId} and name not in (
      select named[1] from (
        select messages::text || coalesce(reference, '') as text from prompts where arena_id = ${arenaId}
        union all
        select coalesce(text, '') || coalesce(turns::text, '') from answers where arena_id = ${arenaId}
      ) texts, regexp_matches(text, 'picture:([0-9a-f]{32})', 'g') as named
      where text like '%picture:%')`.execute(trx)
}

// Pictures as a model is sent them, beside the text that names them.

/** The stored pictures that a text names, once for each place. */
export const namedPictures = (text: string): string[] =>
  [...findPictures(text)].flatMap(({ address }) => pictureNamed(address) ?? [])

/** By name. */
export type ReadPictures = ReadonlyMap<string, Omit<SentPicture, 'at'>>

/** Reads the pictures that these texts name. */
export async function readPictures(db: Db, arenaId: number, texts: readonly string[]): Promise<ReadPictures> {
  const names = [...new Set(texts.flatMap(namedPictures))]
  if (names.length === 0) return new Map()
  const rows = await db
    .selectFrom('pictures')
    .select(['name', 'type', 'bytes'])
    .where('arena_id', '=', arenaId)
    .where('name', 'in', names)
    .execute()
  return new Map(rows.map(({ name, type, bytes }) => [name, { type, base64: bytes.toString('base64') }]))
}

const PLACE = new RegExp(`picture:(${PICTURE_NAME})[^)\\n]*\\)`, 'g')

/** The places at which a message names these pictures, each right behind the address. */
export const placePictures = (message: string, pictures: ReadPictures): SentPicture[] =>
  [...message.matchAll(PLACE)].flatMap(({ 0: { length }, 1: name, index }) => {
    const picture = pictures.get(name!)
    return picture ? [{ at: index + length, ...picture }] : []
  })
