import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sendHangupWithNpm } from '../../server/platform/running-process.mjs'
import { LaunchError, nodePath, refuseUnfitPlatform } from './platform.mjs'
import { compileCache, runTypeScript } from './run-typescript.mjs'
import { runQuietly } from './step.mjs'
import { ensureInstalled } from './install.mjs'
import { ensurePage } from './page.mjs'

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '../..')

/**
 * Starts Deadheat. Installs missing packages, builds the page if it is out of date, and runs the entry with a Node that
 * supports TypeScript. This file is plain JavaScript, so that an old Node can run it. Messages go to stderr.
 *
 * @param {{ entry?: string, page?: boolean, tools?: boolean }} options entry: the TypeScript file to run, none to stop
 *   after the setup; page: whether it needs the built page; tools: whether it needs the packages of tests and checks
 */
export async function launch({ entry, page = false, tools = false }) {
  try {
    refuseUnfitPlatform()
    await sendHangupWithNpm()
    await ensureInstalled(ROOT, tools)
    // tests have databases of their own
    if (page) await ensurePage(ROOT, tools ? undefined : makeDatabase)
    if (entry) await runTypeScript(ROOT, join(ROOT, entry))
  } catch (error) {
    if (!(error instanceof LaunchError)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 3
  }
}

/**
 * Makes the database of a first start, which takes as long as its server then would. Every command that needs one makes it.
 * What hinders this one hinders the server too, which says so.
 */
async function makeDatabase() {
  const { DATABASE_URL, DEADHEAT_DATA } = process.env
  if (DATABASE_URL || DEADHEAT_DATA || existsSync(join(ROOT, '.deadheat'))) return
  await runQuietly(nodePath(ROOT), [join(ROOT, 'scripts/deadheat.ts'), 'arenas'], {
    env: { ...process.env, DEADHEAT_SERVER: '', NODE_COMPILE_CACHE: compileCache(ROOT) },
  })
}
