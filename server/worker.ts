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

const GRACE_MS = 1000
/** For jobs to end; Docker kills a container ten seconds after TERM by default. */
const MAX_MS = 8000

/** Runs until a signal stops it. */
export async function runWorker(): Promise<void> {
  limitHeapGrowth()
  const config = readConfig(process.env)
  const app = await openApp(config, (line) => console.error(line))
  const serving = config.workerPort > 0 ? await serveWorker(config, app.deps) : null
  if (serving) measureProcess(app.deps.services.metrics)
  const worker = await startWork(app)
  stopOnRequest(async () => {
    await Promise.all([serving?.stop(GRACE_MS), worker.stop()])
    await app.close()
  }, MAX_MS)
  if (serving) console.error(`Its health and figures are at ${serving.address}`)
  console.error('Deadheat worker is waiting for jobs.')
}

if (import.meta.main) await runWorker().catch(exitWithReason)
