/**
 * A worker beside other processes on the same Postgres. It runs background jobs and serves only its health and
 * metrics.
 */
import { openApp } from './open-app.ts'
import { measureProcess } from './platform/http/metrics.ts'
import { limitHeapGrowth } from './platform/jobs/thread.ts'
import { readConfig } from './platform/config/config.ts'
import { exitWithReason, stopOnRequest } from './platform/process.ts'
import { serveWorker } from './serve.ts'
import { startWork } from './start-work.ts'
import { constants } from 'node:fs'
import { lstat, open, readdir, rm } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { makeFolder } from './platform/config/installation.ts'
import { isProcessAlive } from './platform/running-process.mjs'

const HEARTBEAT_MS = 15_000
const GRACE_MS = 1000
/** For jobs to end; Docker kills a container ten seconds after TERM by default. */
const MAX_MS = 8000

/** Runs until a signal stops it. While the database answers, it touches a file for health checks. */
export async function runWorker(): Promise<void> {
  limitHeapGrowth()
  const config = readConfig(process.env)
  const app = await openApp(config, (line) => console.error(line))
  const serving = config.workerPort > 0 ? await serveWorker(config, app.deps) : null
  if (serving) measureProcess(app.deps.services.metrics)
  const worker = await startWork(app)
  const heartbeat = await openHeartbeat(config.dataDir).catch((error: Error) => {
    app.deps.services.log.warn({ err: error }, 'this worker cannot show in the data folder that it is alive')
    return null
  })
  const beat = () =>
    app.pool
      .query('select 1')
      .then(() => heartbeat?.beat())
      .catch(() => {})
  await beat()
  const timer = setInterval(() => void beat(), HEARTBEAT_MS)
  stopOnRequest(async () => {
    clearInterval(timer)
    await Promise.all([serving?.stop(GRACE_MS), worker.stop()])
    await heartbeat?.end()
    await app.close()
  }, MAX_MS)
  if (serving) console.error(`Its health and figures are at ${serving.address}`)
  console.error('Deadheat worker is waiting for jobs.')
}

/** A file that a worker touches while it takes jobs: `workers/HOST-PID` in the data folder, for scripts/health.mjs. */
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
  const hostPrefix = `${hostname()}-`
  for (const name of await readdir(folder)) {
    const pid = name.startsWith(hostPrefix) ? Number(name.slice(hostPrefix.length)) : NaN
    if (Number.isInteger(pid) && !isProcessAlive(pid)) await rm(join(folder, name), { force: true })
  }
}

if (import.meta.main) await runWorker().catch(exitWithReason)
