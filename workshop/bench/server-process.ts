/**
 * A server as `npm start` runs it, on the given data folder. It loads votes on request and sends its address over
 * IPC. On request it also sends how long its event loop was blocked, and says when it has nothing left to compute.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { openApp } from '../../server/open-app.ts'
import { readConfig } from '../../server/platform/config/config.ts'
import { serve } from '../../server/serve.ts'
import { startWork } from '../../server/start-work.ts'
import { requestRating } from '../../server/votes/index.ts'
import { loadManyVotes, type ManyVotes } from './many-votes.ts'

export type Order = { load: ManyVotes } | 'serve' | 'delays' | 'idle' | 'stop'

/** The longest time that the event loop was blocked, in milliseconds. */
export interface Delays {
  /** By the clock, so other processes count too. */
  wall: number
  /** CPU time of this process between two ticks. Null if Node does not report it. */
  cpu: number | null
  /** Current memory of the process in MB. */
  memory: number
}

const TICK_MS = 2
/** Idle means that all threads together used less than a tenth of a processor for this long. */
const IDLE_MS = 3000

const config = readConfig({ ...process.env, DEADHEAT_DATA: process.argv[2], PORT: '0', HOST: '127.0.0.1' })
const app = await openApp(config, () => {}, { serves: true })
const histogram = monitorEventLoopDelay({ resolution: 1 })
let stop: () => Promise<unknown> = async () => {}

process.on('message', async (order: Order) => process.send!(await follow(order)))
process.send!('open')

async function follow(order: Order): Promise<unknown> {
  if (order === 'serve') return begin()
  if (order === 'delays') return delays()
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
  histogram.enable()
  watchTicks()
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

let longest: number | null = null

/** Counts this thread's CPU time from one tick of the event loop to the next. */
function watchTicks(): void {
  if (!process.threadCpuUsage) return
  longest = 0
  let last = process.threadCpuUsage()
  setInterval(() => {
    const now = process.threadCpuUsage()
    longest = Math.max(longest!, (now.user + now.system - last.user - last.system) / 1000)
    last = now
  }, TICK_MS).unref()
}

/** The delays since the last call. */
function delays(): Delays {
  const sinceLast = { wall: histogram.max / 1e6, cpu: longest, memory: process.memoryUsage.rss() / 2 ** 20 }
  histogram.reset()
  if (longest !== null) longest = 0
  return sinceLast
}
