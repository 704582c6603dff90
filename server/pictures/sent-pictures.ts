/** Pictures as a model is sent them, beside the text that names them. */
import { PICTURE_NAME, pictureNamed } from '../../shared/contracts/index.ts'
import type { SentPicture } from '../platform/providers/index.ts'
import type { Db } from '../platform/schema.ts'
import { picturesIn } from './picture-taker.ts'

/** The stored pictures that a text names, once for each place. */
export const namedPictures = (text: string): string[] =>
  [...picturesIn(text)].flatMap(({ address }) => pictureNamed(address) ?? [])

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
export const placedIn = (message: string, pictures: ReadPictures): SentPicture[] =>
  [...message.matchAll(PLACE)].flatMap(({ 0: { length }, 1: name, index }) => {
    const picture = pictures.get(name!)
    return picture ? [{ at: index + length, ...picture }] : []
  })
