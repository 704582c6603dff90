import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { DoorError } from './door-error.mjs'
import { goOn } from './go-on.mjs'
import { ensureInstalled } from './install.mjs'
import { ensurePage } from './page.mjs'
import { refuseUnfitPlatform } from './platform.mjs'

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '../../..')

/**
 * The way in for a user: with plain JavaScript that an old Node runs, installs what is missing, builds what is stale
 * and goes on with a Node that runs TypeScript. All it says itself goes to stderr.
 *
 * @param {{ entry?: string, page?: boolean }} way the TypeScript file to go on with, none to stop when all is set up;
 *   whether it needs the built page
 */
export async function openDoor({ entry, page = false }) {
  try {
    refuseUnfitPlatform()
    await ensureInstalled(ROOT)
    if (page) await ensurePage(ROOT)
    if (entry) await goOn(ROOT, join(ROOT, entry))
  } catch (error) {
    if (!(error instanceof DoorError)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 3
  }
}
