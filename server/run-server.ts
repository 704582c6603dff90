/** Database, jobs, API and page in one process. */
import { seedDemo } from './transfer/index.ts'
import { openApp } from './open-app.ts'
import { limitHeapGrowth } from './platform/jobs/thread.ts'
import { makesDemo, readConfig, type Config } from './platform/config/config.ts'
import { tokenLine } from './platform/config/secrets.ts'
import { measureProcess } from './platform/http/metrics.ts'
import { stopOnRequest } from './platform/process.ts'
import { serve } from './serve.ts'
import { startWork } from './start-work.ts'

const GRACE_MS = 3000
/** For jobs to end; Docker kills a container ten seconds after TERM by default. */
const MAX_MS = 8000

/** Starts everything, prints the address and where the admin token is, and runs until a signal stops it. */
export async function runServer(): Promise<void> {
  limitHeapGrowth()
  const config = readConfig(process.env)
  const running = start(config)
  stopOnRequest(async () => (await running).stop(), MAX_MS)
  const { address, adminToken } = await running
  console.log(`Deadheat is at ${address}`)
  console.log(tokenLine(config, adminToken, process.stdout.isTTY))
}

async function start(config: Config) {
  const app = await openApp(config, (line) => console.error(line), { serves: true })
  try {
    if (makesDemo(config))
      await seedDemo({ ...app.deps, actor: 'server' }, { votes: true, onlyIfEmpty: true })
    const serving = await serve(config, app.deps)
    measureProcess(app.deps.services.metrics)
    const worker = await startWork(app)
    return {
      address: serving.address,
      adminToken: app.deps.access.adminToken,
      async stop() {
        app.endStreams()
        await Promise.all([serving.stop(GRACE_MS), worker.stop()])
        await app.close()
      },
    }
  } catch (error) {
    await app.close()
    throw error
  }
}
