import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { pipeline } from 'node:stream'
import { isDeepStrictEqual } from 'node:util'
import { createGunzip } from 'node:zlib'
import type { z } from 'zod'
import { msg } from '../../../shared/messages/index.ts'
import type { CodedMessage } from '../../../shared/messages/index.ts'
import { BackupError } from './backup-error.ts'
import { readFrames } from './frames.ts'
import { FORMAT, Head, Manifest, SectionStart } from './manifest.ts'

/** The rows of one table, to be read to their end before the next part, or the manifest, which is the last part. */
export type Part<M> = { table: string; rows: AsyncGenerator<Buffer> } | { manifest: M }

/** A kind of file in the container of backups. */
export interface Kind<M extends Sectioned> {
  /** Checks the first part. @returns why it cannot be read; null if it can */
  refusal: (head: unknown, file: string) => CodedMessage | null
  manifest: z.ZodType<M>
}

type Sectioned = Pick<Manifest, 'sections'>

const BACKUP: Kind<Manifest> = {
  refusal: (json, file) => {
    const head = Head.safeParse(json)
    if (!head.success) return msg('no_backup', { file })
    const { deadheatBackup: format } = head.data
    return format === FORMAT ? null : msg('backup_of_other_format', { file, format })
  },
  manifest: Manifest,
}

/** A file, and how much of it is read: a share from 0 to 1. */
export interface BackupFile {
  path: string
  /** The name for messages, as the caller typed it. */
  name: string
  onProgress?: (share: number) => void
}

export const readBackup = (file: BackupFile): AsyncGenerator<Part<Manifest>> => readParts(file, BACKUP)

/** @throws {BackupError} if anything differs from the manifest */
export const checkBackup = (file: BackupFile): Promise<Manifest> => checkParts(file, BACKUP)

/**
 * Reads a file part by part.
 * @throws {BackupError} if it cannot be read, is of another kind or format, or is damaged
 */
export async function* readParts<M extends Sectioned>(
  file: BackupFile,
  kind: Kind<M>,
): AsyncGenerator<Part<M>> {
  const frames = framesIn(file)
  const next = async () => {
    const { done, value } = await frames.next()
    if (done) throw damaged(file.name, CUT)
    return value
  }
  const refusal = kind.refusal(jsonIn(await next()), file.name)
  if (refusal) throw new BackupError(refusal)
  for (;;) {
    const json = jsonIn(await next())
    const start = SectionStart.safeParse(json)
    if (start.success) {
      yield { table: start.data.table, rows: rowsBy(next) }
      continue
    }
    const manifest = kind.manifest.safeParse(json)
    // reads to the end of the file, where gzip has its checksum
    if (!manifest.success || !(await frames.next()).done) throw damaged(file.name, 'its manifest is wrong')
    return yield { manifest: manifest.data }
  }
}

/**
 * Reads the whole file and compares every table with its hash.
 * @throws {BackupError} if anything differs
 */
export async function checkParts<M extends Sectioned>(file: BackupFile, kind: Kind<M>): Promise<M> {
  const read: { name: string; sha256: string }[] = []
  for await (const part of readParts(file, kind)) {
    if ('manifest' in part) {
      const listed = part.manifest.sections.map(({ name, sha256 }) => ({ name, sha256 }))
      if (!isDeepStrictEqual(listed, read)) throw damaged(file.name, WRONG_HASH)
      return part.manifest
    }
    const hash = createHash('sha256')
    for await (const chunk of part.rows) hash.update(chunk)
    read.push({ name: part.table, sha256: hash.digest('hex') })
  }
  throw damaged(file.name, CUT)
}

/** Words of zlib, which knows no other name for it. */
const CUT = 'unexpected end of file'
export const WRONG_HASH = 'a checksum is wrong'

export const damaged = (file: string, why: string): BackupError =>
  new BackupError(msg('backup_damaged', { file, why }))

/** The frames of a file. Its errors are for users. */
async function* framesIn(file: BackupFile): AsyncGenerator<Buffer> {
  let isBackup = false
  try {
    for await (const frame of readFrames(unpacked(file))) {
      isBackup = true
      yield frame
    }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    const isOfFile = error instanceof RangeError || code?.startsWith('Z_')
    const isForeign = !isBackup && (error instanceof RangeError || message === 'incorrect header check')
    if (isForeign && message !== CUT) throw new BackupError(msg('no_backup', { file: file.name }))
    if (isOfFile) throw damaged(file.name, message)
    if (code === 'ENOENT') throw new BackupError(msg('file_missing', { path: file.name }))
    if (code !== undefined) throw new BackupError(msg('file_unread', { path: file.name, why: code }))
    throw error
  }
}

async function* unpacked({ path, onProgress }: BackupFile): AsyncGenerator<Buffer> {
  const { size } = await stat(path)
  const stream = createReadStream(path, { highWaterMark: 262_144 })
  stream.on('data', () => onProgress?.(stream.bytesRead / Math.max(1, size)))
  const gunzip = createGunzip()
  // gunzip passes an error on to the reader below
  pipeline(stream, gunzip, () => undefined)
  yield* gunzip as AsyncIterable<Buffer>
}

/** The value of a frame, or null if it is no JSON. */
function jsonIn(frame: Buffer): unknown {
  try {
    return JSON.parse(frame.toString()) as unknown
  } catch {
    return null
  }
}

async function* rowsBy(next: () => Promise<Buffer>): AsyncGenerator<Buffer> {
  for (let frame = await next(); frame.length > 0; frame = await next()) yield frame
}
