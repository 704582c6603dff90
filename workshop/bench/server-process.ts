/**
 * A server as `npm start` runs it, on the given data folder. It loads votes on request, sends its address over IPC, and
 * says when it has nothing left to compute.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { openApp } from '../../server/open-app.ts'
import { readConfig } from '../../server/platform/config/config.ts'
import { serve } from '../../server/serve.ts'
import { startWork } from '../../server/start-work.ts'
import { requestRating } from '../../server/votes/index.ts'
import { loadManyVotes, type ManyVotes } from './many-votes.ts'

export type Order = { load: ManyVotes } | 'serve' | 'idle' | 'stop'

/** Idle means that all threads together used less than a tenth of a processor for this long. */
const IDLE_MS = 3000

const config = readConfig({ ...process.env, DEADHEAT_DATA: process.argv[2], PORT: '0', HOST: '127.0.0.1' })
const app = await openApp(config, () => {}, { serves: true })
let stop: () => Promise<unknown> = async () => {}

process.on('message', async (order: Order) => process.send!(await follow(order)))
process.send!('open')

async function follow(order: Order): Promise<unknown> {
  if (order === 'serve') return begin()
  if (order === 'idle') return untilIdle()
  if (order === 'stop') {
    await stop()
    await app.close()
    setTimeout(() => process.exit(0), 100)
    return 'stopped'
  }
  const client = await app.connect()
  await loadManyVotes(client, order.load)
  await client.end()
  return 'loaded'
}

async function begin(): Promise<string> {
  const { deps } = app
  const serving = await serve(config, deps)
  const worker = await startWork(app)
  const arenas = await deps.db.selectFrom('arenas').select('id').execute()
  for (const { id } of arenas) await deps.db.transaction().execute((trx) => requestRating(trx, id, 0))
  stop = () => Promise.all([serving.stop(1000), worker.stop()])
  return serving.address
}

async function untilIdle(): Promise<'idle'> {
  while (true) {
    const before = process.cpuUsage()
    await sleep(IDLE_MS)
    const { user, system } = process.cpuUsage(before)
    if ((user + system) / 1000 < IDLE_MS / 10) return 'idle'
  }
}
