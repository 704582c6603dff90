import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { chmod, chown, lstat, realpath, rename, rm, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { UsageError } from './errors.ts'
import { msg } from '../../../shared/messages/index.ts'

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
])

/** Whether an error says that the system does not let a file or folder be written. */
export const isRefused = (error: unknown): error is { code: string } =>
  REFUSED.has((error as NodeJS.ErrnoException).code ?? '')

/**
 * Writes a text, or bytes, to a file. A regular file is replaced at once when all is written, and keeps its mode and owner; a link
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
    const isWrittenTo = there ? !there.isFile() : await isLink(path)
    if (isWrittenTo) return await pipeline(Readable.from(text), createWriteStream(path))
    await replace(await realpath(path).catch(() => path), there, text, mode)
  } catch (error) {
    if (isRefused(error))
      throw new UsageError(msg('cannot_be_written', { file: displayName, code: error.code }))
    throw error
  }
}

async function replace(
  path: string,
  existing: { mode: number; uid: number; gid: number } | null,
  text: AsyncIterable<string | Uint8Array>,
  newMode?: number,
): Promise<void> {
  const unfinished = `${path}.${randomUUID().slice(0, 8)}.part`
  const mode = newMode ?? (existing ? existing.mode & 0o7777 : 0o666)
  try {
    const file = createWriteStream(unfinished, { flags: 'wx', mode: mode & 0o777, flush: true })
    await pipeline(Readable.from(text), file)
    if (existing) {
      // only the owner of a file or root may give it away; another user's copy stays that user's
      await chown(unfinished, existing.uid, existing.gid).catch(() => {})
      await chmod(unfinished, mode)
    }
    await rename(unfinished, path)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}

const isLink = (path: string): Promise<boolean> =>
  lstat(path).then(
    (stats) => stats.isSymbolicLink(),
    () => false,
  )

function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}
