import { availableParallelism, cpus, loadavg, totalmem } from 'node:os'

/** One line on the date and the machine of a measurement. The load says how far to trust the numbers. */
export function machine(): string {
  const memory = Math.round(totalmem() / 2 ** 30)
  const load = loadavg().map((value) => value.toFixed(1))
  return `${availableParallelism()} × ${cpus()[0]?.model.trim() ?? 'unknown'}, ${memory} GB, Node ${process.versions.node}, load ${load.join(' ')}`
}
