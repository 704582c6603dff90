import { monitorEventLoopDelay } from 'node:perf_hooks'
import { VERSION } from '../version.ts'
import type { Registry } from './registry.ts'

const LAG_RESOLUTION_MS = 20

/** Memory, CPU and event loop of the process, under the names that dashboards for Node expect. */
export function readProcess(registry: Registry): void {
  const one = (name: string, help: string, look: () => number, type?: 'counter') =>
    registry.read(name, help, () => [{ value: look() }], type)

  registry.read('deadheat_info', 'Version of Deadheat and of Node.', () => [
    { labels: { version: VERSION, node: process.versions.node }, value: 1 },
  ])
  one('process_start_time_seconds', 'Start time in seconds since 1970.', () => performance.timeOrigin / 1000)
  one('process_uptime_seconds', 'Seconds since the process began.', () => process.uptime())
  one('process_resident_memory_bytes', 'Resident memory of the process.', () => process.memoryUsage.rss())
  one(
    'process_cpu_seconds_total',
    'CPU seconds used, including threads.',
    () => {
      const { user, system } = process.cpuUsage()
      return (user + system) / 1e6
    },
    'counter',
  )
  one('nodejs_heap_size_used_bytes', 'Used part of the heap.', () => process.memoryUsage().heapUsed)
  one('nodejs_heap_size_total_bytes', 'Size of the heap.', () => process.memoryUsage().heapTotal)
  one(
    'nodejs_external_memory_bytes',
    'Memory of buffers beside the heap.',
    () => process.memoryUsage().external,
  )
  readLag(registry)
}

/**
 * The delay of the event loop. Measuring starts with the first read, so it costs nothing without a reader. Each read
 * resets it.
 */
function readLag(registry: Registry): void {
  let watched: ReturnType<typeof monitorEventLoopDelay> | undefined
  registry.read(
    'nodejs_eventloop_lag_seconds',
    'Event loop delay since the last scrape; from the second scrape on.',
    () => {
      if (!watched) {
        watched = monitorEventLoopDelay({ resolution: LAG_RESOLUTION_MS })
        watched.enable()
        return []
      }
      if (watched.count === 0) return []
      const late = (ns: number) => Math.max(0, ns / 1e9 - LAG_RESOLUTION_MS / 1000)
      const samples = [
        { labels: { at: 'median' }, value: late(watched.percentile(50)) },
        { labels: { at: 'p99' }, value: late(watched.percentile(99)) },
        { labels: { at: 'max' }, value: late(watched.max) },
      ]
      watched.reset()
      return samples
    },
  )
}
