import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sendHangupWithNpm } from '../../server/platform/running-process.mjs'
import { LaunchError, refuseUnfitPlatform } from './platform.mjs'
import { runTypeScript } from './run-typescript.mjs'
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
    if (page) await ensurePage(ROOT)
    if (entry) await runTypeScript(ROOT, join(ROOT, entry))
  } catch (error) {
    if (!(error instanceof LaunchError)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 3
  }
}
