/** A file that a worker touches while it takes jobs: `workers/HOST-PID` in the data folder, for scripts/health.mjs. */
import { constants } from 'node:fs'
import { lstat, open, readdir, rm } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { makeFolder } from '../config/installation.ts'
import { isThere } from '../running-process.mjs'

interface Heartbeat {
  /** Sets the time of the file to now. */
  beat(): Promise<void>
  /** Removes the file. */
  end(): Promise<void>
}

const { O_CREAT, O_EXCL, O_WRONLY, O_NOFOLLOW } = constants

/**
 * Makes the file of this process, and removes those of processes on this machine that died. It never follows a link:
 * the file is made anew, and later touched by its handle.
 * @throws {NodeJS.ErrnoException} if the folder cannot be written, or is a link
 */
export async function openHeartbeat(dataDir: string): Promise<Heartbeat> {
  const folder = join(dataDir, 'workers')
  await makeFolder(folder, 0o700)
  if (!(await lstat(folder)).isDirectory())
    throw Object.assign(new Error(`${folder} is a link`), { code: 'ENOTDIR' })
  await removeDead(folder)
  const file = join(folder, `${hostname()}-${process.pid}`)
  await rm(file, { force: true })
  const handle = await open(file, O_CREAT | O_EXCL | O_WRONLY | O_NOFOLLOW, 0o600)
  return {
    async beat() {
      const now = new Date()
      await handle.utimes(now, now)
    },
    async end() {
      await handle.close()
      await rm(file, { force: true })
    },
  }
}

async function removeDead(folder: string): Promise<void> {
  const own = `${hostname()}-`
  for (const name of await readdir(folder)) {
    const pid = name.startsWith(own) ? Number(name.slice(own.length)) : NaN
    if (Number.isInteger(pid) && !isThere(pid)) await rm(join(folder, name), { force: true })
  }
}
