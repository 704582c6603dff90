/** Where this code runs from, and what follows from it. */
import { homedir } from 'node:os'
import { isAbsolute, join, resolve, dirname } from 'node:path'
import { mkdir, stat } from 'node:fs/promises'
import { readFileSync } from 'node:fs'

/** Whether this is the built package. A checkout runs TypeScript, the package JavaScript. */
export const IS_PACKAGE = import.meta.filename.endsWith('.js')

/** The folder with package.json. */
export const ROOT = resolve(import.meta.dirname, '../../..')

/** What a user types before the name of a command of the terminal. */
export const COMMAND = IS_PACKAGE ? 'npx deadheat' : 'npm run -s deadheat --'

/** What a user types to start the server. */
export const START_COMMAND = IS_PACKAGE ? 'npx deadheat serve' : 'npm start'

/** The data folder, unless DEADHEAT_DATA names one: of a checkout in it, of the package below the user's data. */
export function defaultDataFolder(env: Record<string, string | undefined>): string {
  return IS_PACKAGE ? join(userDataFolder(env, process.platform), 'deadheat') : join(ROOT, '.deadheat')
}

/**
 * The folder in which programs keep the data of this user.
 * Source: XDG Base Directory Specification 0.8, which ignores relative paths; Apple's File System Programming Guide.
 */
export function userDataFolder(
  env: Record<string, string | undefined>,
  platform: NodeJS.Platform,
  home: string = homedir(),
): string {
  if (platform === 'darwin') return join(home, 'Library', 'Application Support')
  const named = env['XDG_DATA_HOME'] ?? ''
  return isAbsolute(named) ? named : join(home, '.local', 'share')
}

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

/** The version of this code, as package.json has it. */
export const VERSION: string = (
  JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as { version: string }
).version
