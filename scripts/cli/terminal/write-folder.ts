import { mkdtemp, readFile, readdir, realpath, rename, rm, rmdir, stat, chmod } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { msg } from '../../../shared/messages/index.ts'
import { UsageError } from './errors.ts'
import { isRefused } from './write-file.ts'

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
  await mustBeOurs(target, displayName)
  let staging: string | null = null
  try {
    staging = await mkdtemp(join(dirname(target), `.${basename(target)}.part-`))
    const filled = await fill(staging)
    // mkdtemp lets nobody else in, and a web server is somebody else
    await chmod(staging, 0o777 & ~process.umask())
    await mustBeOurs(target, displayName)
    await replace(target, staging)
    return filled
  } catch (error) {
    if (isRefused(error))
      throw new UsageError(msg('cannot_be_written', { file: displayName, code: error.code }))
    throw error
  } finally {
    if (staging !== null) await rm(staging, { recursive: true, force: true })
  }
}

async function replace(target: string, staging: string): Promise<void> {
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
async function mustBeOurs(folder: string, displayName: string): Promise<void> {
  const there = await stat(folder).catch(() => null)
  if (!there) return
  if (!there.isDirectory()) throw new UsageError(msg('site_folder_is_file', { folder: displayName }))
  if (await isEmptyOrMissing(folder)) return
  const listed = await listIn(folder)
  // before the files below are read: the folder may be a whole disk
  if (listed === null) throw new UsageError(msg('site_folder_taken', { folder: displayName }))
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const other = entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .find((name) => name !== LIST && !listed.has(name))
  if (other !== undefined)
    throw new UsageError(msg('site_folder_with_others', { folder: displayName, file: other }))
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
