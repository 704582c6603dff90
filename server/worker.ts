/** A worker beside other processes on the same Postgres: it runs background jobs. */
import { openApp } from './open-app.ts'
import { limitHeapGrowth } from './platform/jobs/thread.ts'
import { readConfig } from './platform/config/config.ts'
import { exitWithReason, stopOnRequest } from './platform/process.ts'
import { startWork } from './start-work.ts'

/** For jobs to end; Docker kills a container ten seconds after TERM by default. */
const MAX_MS = 8000

/** Runs until a signal stops it. */
export async function runWorker(): Promise<void> {
  limitHeapGrowth()
  const app = await openApp(readConfig(process.env), (line) => console.error(line))
  const worker = await startWork(app)
  stopOnRequest(async () => {
    await worker.stop()
    await app.close()
  }, MAX_MS)
  console.error('Deadheat worker is waiting for jobs.')
}

if (import.meta.main) await runWorker().catch(exitWithReason)
