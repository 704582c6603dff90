/**
 * Loaded into a server of the soak before its own code, in each of its threads. On the message `collect` every thread
 * collects its garbage, and the process answers with `Kept`. Needs `--expose-gc` and a channel to the parent.
 */
import { channel } from 'node:diagnostics_channel'
import { BroadcastChannel, isMainThread, threadId, type Worker } from 'node:worker_threads'

/** Bytes of objects, and of the buffers that they hold, by the number of each thread that answered; the first is 0. */
export type Kept = Record<number, number>

/** What threads tell the first one. */
type Told = { begun: number } | { gone: number } | { id: number; bytes: number }

const PATIENCE_MS = 10_000

const orders = new BroadcastChannel('deadheat bench: collect')
const told = new BroadcastChannel('deadheat bench: told')
for (const one of [orders, told]) (one as unknown as { unref(): void }).unref()

const threads = new Set<number>()
let waiting: { for: Set<number>; found: Kept; end: () => void } | null = null

const tell = (what: Told): void => (isMainThread ? hear(what) : told.postMessage(what))

// a thread may start threads of its own
channel('worker_threads').subscribe((message) => {
  const { worker } = message as { worker: Worker }
  const id = worker.threadId
  tell({ begun: id })
  worker.once('exit', () => tell({ gone: id }))
})

if (isMainThread) {
  told.onmessage = ({ data }) => hear(data as Told)
  process.on('message', (order) => order === 'collect' && collect())
  process.channel!.unref()
} else orders.onmessage = () => tell({ id: threadId, bytes: kept() })

function hear(what: Told): void {
  if ('begun' in what) threads.add(what.begun)
  else if ('gone' in what) {
    threads.delete(what.gone)
    waiting?.for.delete(what.gone)
  } else if (waiting?.for.delete(what.id)) waiting.found[what.id] = what.bytes
  if (waiting?.for.size === 0) waiting.end()
}

function collect(): void {
  const end = () => {
    clearTimeout(timer)
    const answer: Kept = { ...waiting!.found, [threadId]: kept() }
    waiting = null
    process.send!(answer)
  }
  const timer = setTimeout(end, PATIENCE_MS)
  waiting = { for: new Set(threads), found: {}, end }
  orders.postMessage(null)
  if (threads.size === 0) end()
}

function kept(): number {
  globalThis.gc!()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}
