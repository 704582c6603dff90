/**
 * A worker beside other processes on the same Postgres. It runs background jobs and serves only its health and
 * metrics.
 */
import { openApp } from './open-app.ts'
import { keepHeapSteady } from './platform/jobs/thread.ts'
import { readConfig } from './platform/config/config.ts'
import { openHeartbeat } from './platform/jobs/heartbeat.ts'
import { exitWithReason, stopOnRequest } from './platform/process.ts'
import { serveWorker } from './serve.ts'
import { startWork } from './start-work.ts'

const HEARTBEAT_MS = 15_000
const GRACE_MS = 1000
/** For jobs to end; Docker kills a container ten seconds after TERM by default. */
const MOST_MS = 8000

/** Runs until a signal stops it. While the database answers, it touches a file for health checks. */
export async function runWorker(): Promise<void> {
  keepHeapSteady()
  const config = readConfig(process.env)
  const app = await openApp(config, (line) => console.error(line))
  const serving = config.workerPort > 0 ? await serveWorker(config, app.deps) : null
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
  }, MOST_MS)
  if (serving) console.error(`Its health and figures are at ${serving.address}`)
  console.error('Deadheat worker is waiting for jobs.')
}

if (import.meta.main) await runWorker().catch(exitWithReason)
