import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { chmod, chown, realpath, rename, rm, stat, mkdtemp, readFile, readdir, rmdir } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { UsageError } from './errors.ts'
import { msg, shortList } from '../../../shared/messages/index.ts'
import { basename, dirname, join } from 'node:path'

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
    if (there && !there.isFile()) return await pipeline(Readable.from(text), createWriteStream(path))
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

function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}

/** The list of the files of a folder that this program wrote, in the folder. */
export const LIST = 'site.json'

/**
 * Writes a folder at once when all its files are written, and leaves it as it was otherwise. Before, the folder is
 * missing or empty, or one that an earlier call wrote, in which nothing else was put.
 * @param displayName the folder as the caller named it, for messages
 * @param fill writes the files into the folder that it is given; its result is returned
 * @throws {UsageError} if the folder has other files, or cannot be written
 */
export async function writeFolderWhole<T>(
  path: string,
  displayName: string,
  fill: (folder: string) => Promise<T>,
): Promise<T> {
  const target = await realpath(path).catch(() => path)
  await requireOwnFolder(target, displayName)
  let staging: string | null = null
  try {
    staging = await mkdtemp(join(dirname(target), `.${basename(target)}.part-`))
    const filled = await fill(staging)
    // mkdtemp lets nobody else in, and a web server is somebody else
    await chmod(staging, 0o777 & ~process.umask())
    await requireOwnFolder(target, displayName)
    await exchange(target, staging)
    return filled
  } catch (error) {
    if (isRefused(error))
      throw new UsageError(msg('cannot_be_written', { file: displayName, code: error.code }))
    throw error
  } finally {
    if (staging !== null) await rm(staging, { recursive: true, force: true })
  }
}

async function exchange(target: string, staging: string): Promise<void> {
  if (await isEmptyOrMissing(target)) {
    await rmdir(target).catch(() => {})
    return rename(staging, target)
  }
  const earlier = await mkdtemp(join(dirname(target), `.${basename(target)}.earlier-`))
  await rename(target, join(earlier, 'site'))
  try {
    await rename(staging, target)
  } catch (error) {
    await rename(join(earlier, 'site'), target)
    await rmdir(earlier)
    throw error
  }
  await rm(earlier, { recursive: true, force: true })
}

const isEmptyOrMissing = (folder: string): Promise<boolean> =>
  readdir(folder).then(
    (names) => names.length === 0,
    () => true,
  )

/** @throws {UsageError} if a folder has files that this program did not write there */
async function requireOwnFolder(folder: string, displayName: string): Promise<void> {
  const there = await stat(folder).catch(() => null)
  if (!there) return
  if (!there.isDirectory()) throw new UsageError(`${displayName} is a file. Name a folder for the site.`)
  if (await isEmptyOrMissing(folder)) return
  const listed = await listIn(folder)
  // before the files below are read: the folder may be a whole disk
  if (listed === null)
    throw new UsageError(
      msg('folder_taken', { folder: displayName, files: shortList(await readdir(folder)) }),
    )
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const unexpected = entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .find((name) => name !== LIST && !listed.has(name))
  if (unexpected !== undefined)
    throw new UsageError(msg('folder_taken', { folder: displayName, files: shortList([unexpected]) }))
}

/** The files that an earlier call wrote; null if there is no list of them. */
async function listIn(folder: string): Promise<Set<string> | null> {
  try {
    const { files } = JSON.parse(await readFile(join(folder, LIST), 'utf8')) as { files: string[] }
    return new Set(files)
  } catch {
    return null
  }
}
