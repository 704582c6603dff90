import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { chmod, readdir, realpath, rename, rm, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { UsageError } from './errors.ts'
import { msg, shortList } from '../../../shared/messages/index.ts'

const REFUSED = new Set([
  'ENOENT',
  'EACCES',
  'EISDIR',
  'ENOSPC',
  'EROFS',
  'EPERM',
  'ENOTDIR',
  'ELOOP',
  'EBUSY',
  'ENOTEMPTY',
  'EXDEV',
  'EPIPE',
])

/** Whether an error says that the system does not let a file or folder be written. */
const isRefused = (error: unknown): error is { code: string } =>
  REFUSED.has((error as NodeJS.ErrnoException).code ?? '')

/**
 * Writes a text, or bytes, to a file. A regular file is replaced at once when all is written, and keeps its mode; a link
 * stays, and its target is replaced. Anything else, such as a device or a pipe, is written to.
 * @param displayName the file as the caller named it, for messages
 * @param mode the mode of the new file, instead of that of the file that it replaces
 * @throws {UsageError} if it cannot be written
 */
export async function writeFileWhole(
  path: string,
  displayName: string,
  text: AsyncIterable<string | Uint8Array>,
  mode?: number,
): Promise<void> {
  try {
    const there = await stat(path).catch(nullIfMissing)
    if (there && !there.isFile()) return await pipeline(Readable.from(text), createWriteStream(path))
    await replace(await realpath(path).catch(() => path), there, text, mode)
  } catch (error) {
    refuseUnwritten(error, displayName)
  }
}

async function replace(
  path: string,
  existing: { mode: number } | null,
  text: AsyncIterable<string | Uint8Array>,
  newMode?: number,
): Promise<void> {
  const unfinished = `${path}.${randomUUID().slice(0, 8)}.part`
  const mode = newMode ?? (existing ? existing.mode & 0o7777 : 0o666)
  try {
    const file = createWriteStream(unfinished, { flags: 'wx', mode: mode & 0o777, flush: true })
    await pipeline(Readable.from(text), file)
    if (existing) await chmod(unfinished, mode)
    await rename(unfinished, path)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}

function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}

/**
 * @param displayName the folder as the caller named it, for messages
 * @param mark a file that this program wrote into each of its folders
 * @throws {UsageError} if there is a file of this name, or a folder with other content
 */
export async function requireOwnFolder(folder: string, displayName: string, mark: string): Promise<void> {
  const there = await stat(folder).catch(() => null)
  if (!there) return
  if (!there.isDirectory()) throw new UsageError(`${displayName} is a file. Name a folder for the site.`)
  const names = await readdir(folder)
  if (names.length > 0 && !names.includes(mark))
    throw new UsageError(msg('folder_taken', { folder: displayName, files: shortList(names) }))
}

/** @throws {UsageError} instead of an error by which the system says that something cannot be written */
export function refuseUnwritten(error: unknown, displayName: string): never {
  if (isRefused(error))
    throw new UsageError(msg('cannot_be_written', { file: displayName, code: error.code }))
  throw error
}
