/** A worker beside other processes on the same Postgres: does background jobs, serves nothing. */
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openHouse } from './open-house.ts'
import { readConfig } from './platform/config.ts'
import { exitWithReason, stopOnSignal } from './platform/process.ts'
import { startWork } from './start-work.ts'

const HEARTBEAT = join(tmpdir(), 'deadheat-worker-alive')
const HEARTBEAT_MS = 15_000

/** Runs until it is told to stop; touches a file that a health check can look at, as long as the database answers. */
export async function runWorker(): Promise<void> {
  const house = await openHouse(readConfig(process.env), (line) => console.error(line))
  const worker = await startWork(house)
  const beat = () =>
    house.pool
      .query('select 1')
      .then(() => writeFile(HEARTBEAT, ''))
      .catch(() => {})
  await beat()
  const timer = setInterval(() => void beat(), HEARTBEAT_MS)
  stopOnSignal(async () => {
    clearInterval(timer)
    await worker.stop()
    await house.close()
  })
  console.error('Deadheat worker is waiting for jobs.')
}

if (import.meta.main) await runWorker().catch(exitWithReason)
