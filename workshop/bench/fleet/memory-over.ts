/** The memory of one server while a soak works on it. */
import { setTimeout as sleep } from 'node:timers/promises'
import { inMegabytes } from './open-servers.ts'
import type { Servers } from './open-servers.ts'
import type { Kept } from './report-kept.ts'

/** Bytes at the end of the warm-up, and at the end. */
export interface Change {
  warm: number
  last: number
}

export interface MemoryOver {
  /** Resident memory of the process: means of the first and the last quarter of the time after `RESTED`. */
  resident: Change
  /** Of objects and buffers in the threads that ran at both times, right after collections of garbage. */
  kept: Change
  /** How many threads those are. */
  threads: number
}

/** The share of the time after which memory counts as warm. */
const WARM = 0.2
/** The share after which resident memory is compared: the first collection makes it smaller for a while. */
const RESTED = 0.4
const SAMPLES = 60
/** Buffers are freed a while after a collection, so the least of several counts. */
const COLLECTIONS = 6

/** Samples the memory of the first server at regular times. Needs servers that report what they keep. */
export async function memoryOver(
  { memory, kept }: Pick<Servers, 'memory' | 'kept'>,
  milliseconds: number,
): Promise<MemoryOver> {
  const start = performance.now()
  const samples: number[] = []
  const sampleUntil = async (count: number) => {
    while (samples.length < count) {
      // by the clock, so that slow answers do not put samples after the end of the work
      const at = start + ((samples.length + 1) / SAMPLES) * milliseconds
      await sleep(Math.max(0, at - performance.now()))
      samples.push((await memory())[0]!)
    }
  }
  const leastKept = async (): Promise<Kept> => {
    const least: Kept = {}
    for (let n = 0; n < COLLECTIONS; n++) {
      await sleep(milliseconds / SAMPLES / COLLECTIONS)
      for (const [thread, bytes] of Object.entries((await kept())[0]!))
        least[Number(thread)] = Math.min(bytes, least[Number(thread)] ?? Infinity)
    }
    return least
  }
  await sampleUntil(Math.floor(SAMPLES * WARM))
  const warm = await leastKept()
  await sampleUntil(SAMPLES - 1)
  const last = await leastKept()
  await sampleUntil(SAMPLES)
  const part = samples.slice(Math.floor(SAMPLES * RESTED))
  const quarter = Math.ceil(part.length / 4)
  // threads for seldom work come and go
  const both = Object.keys(warm)
    .map(Number)
    .filter((thread) => thread in last)
  const sumOf = (found: Kept) => both.reduce((sum, thread) => sum + found[thread]!, 0)
  return {
    resident: { warm: mean(part.slice(0, quarter)), last: mean(part.slice(-quarter)) },
    kept: { warm: sumOf(warm), last: sumOf(last) },
    threads: both.length,
  }
}

const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length

/** As `797 MB, at the end 881 MB (+10.5 %)`. */
export function changeOf({ warm, last }: Change): string {
  const change = `${last < warm ? '−' : '+'}${(100 * Math.abs(last / warm - 1)).toFixed(1)} %`
  return `${inMegabytes(warm)}, at the end ${inMegabytes(last)} (${change})`
}
