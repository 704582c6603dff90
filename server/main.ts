/** `npm start`: database, jobs, API and page in one process. */
import { seedDemo } from './transfer/index.ts'
import { openHouse } from './open-house.ts'
import { describeSettings, readConfig } from './platform/config.ts'
import type { Config } from './platform/config.ts'
import { exitWithReason, stopOnSignal } from './platform/process.ts'
import { serve } from './serve.ts'
import { startWork } from './start-work.ts'

const GRACE_MS = 3000

async function main(): Promise<void> {
  if (process.argv.includes('--help') || process.argv.includes('-h')) return console.log(describeSettings())
  const config = readConfig(process.env)
  const running = start(config)
  stopOnSignal(async () => (await running).stop())
  const { address, adminToken } = await running
  console.log(`Deadheat is at ${address}`)
  console.log(`Admin token: ${config.adminToken ? 'as DEADHEAT_ADMIN_TOKEN has it' : adminToken}`)
}

async function start(config: Config) {
  const house = await openHouse(config, (line) => console.error(line), { serves: true })
  try {
    await seedDemo({ ...house.deps, actor: 'server' }, { votes: true, onlyIfEmpty: true })
    const serving = await serve(config, house.deps)
    const worker = await startWork(house)
    return {
      address: serving.address,
      adminToken: house.deps.adminToken,
      async stop() {
        house.endStreams()
        await Promise.all([serving.stop(GRACE_MS), worker.stop()])
        await house.close()
      },
    }
  } catch (error) {
    await house.close()
    throw error
  }
}

await main().catch(exitWithReason)
