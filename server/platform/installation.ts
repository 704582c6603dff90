/** Where this code runs from, and what follows from it. */
import { homedir } from 'node:os'
import { isAbsolute, join, resolve } from 'node:path'

/** Whether this is the built package. A checkout runs TypeScript, the package JavaScript. */
export const IS_PACKAGE = import.meta.filename.endsWith('.js')

/** The folder with package.json. */
export const ROOT = resolve(import.meta.dirname, '../..')

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
 * Source: XDG Base Directory Specification 0.8, which ignores relative paths; Apple's File System Programming Guide;
 * Windows' known folder LocalAppData.
 */
export function userDataFolder(
  env: Record<string, string | undefined>,
  platform: NodeJS.Platform,
  home: string = homedir(),
): string {
  if (platform === 'darwin') return join(home, 'Library', 'Application Support')
  if (platform === 'win32') return env['LOCALAPPDATA'] || join(home, 'AppData', 'Local')
  const named = env['XDG_DATA_HOME'] ?? ''
  return isAbsolute(named) ? named : join(home, '.local', 'share')
}
