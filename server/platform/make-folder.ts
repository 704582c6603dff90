import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Makes a folder and those above it that are missing, like `mkdir` with `recursive`. That one never ends where a
 * folder that exists refuses new ones with ENOENT, as /proc does.
 * @param mode of each folder that is made, before the umask
 * @returns whether it was made; false: it was there
 * @throws {NodeJS.ErrnoException} if one cannot be made, or if something else has its name
 */
export async function makeFolder(path: string, mode = 0o777): Promise<boolean> {
  const above = dirname(path)
  if (above !== path && (await isMissing(above))) await makeFolder(above, mode)
  try {
    await mkdir(path, mode)
    return true
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST' && (await stat(path)).isDirectory()) return false
    throw error
  }
}

const isMissing = (path: string): Promise<boolean> =>
  stat(path).then(
    () => false,
    ({ code }: NodeJS.ErrnoException) => code === 'ENOENT',
  )
