import { availableParallelism, cpus, loadavg, totalmem } from 'node:os'

/** One line on where and when numbers were measured; the load says how far to trust them. */
export function machine(): string {
  const memory = Math.round(totalmem() / 2 ** 30)
  const load = loadavg().map((value) => value.toFixed(1))
  return `${availableParallelism()} × ${cpus()[0]?.model.trim() ?? 'unknown'}, ${memory} GB, Node ${process.versions.node}, load ${load.join(' ')}`
}
