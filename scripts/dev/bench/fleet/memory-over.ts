/** The memory of one server while a soak works on it. */
import { setTimeout as sleep } from 'node:timers/promises'
import { inMegabytes } from './open-servers.ts'
import type { Servers } from './open-servers.ts'

/** Bytes at the end of the warm-up, and at the end. */
export interface Change {
  warm: number
  last: number
}

export interface MemoryOver {
  /** Resident memory of the process: means of a fifth of the time after the warm-up. */
  resident: Change
  /** Of objects and buffers, right after a collection of garbage. The first one makes `resident` smaller for a while. */
  kept: Change
  /** The number of busy threads that are missing in `kept`. */
  missing: number
}

/** The share of the time after which memory counts as warm. */
const WARM = 0.2
const SAMPLES = 60

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
  const cold = Math.floor(SAMPLES * WARM)
  await sampleUntil(cold)
  const warm = (await kept())[0]!
  await sampleUntil(SAMPLES)
  const last = (await kept())[0]!
  const part = samples.slice(cold)
  const fifth = Math.ceil(part.length / 5)
  return {
    resident: { warm: mean(part.slice(0, fifth)), last: mean(part.slice(-fifth)) },
    kept: { warm: warm.bytes, last: last.bytes },
    missing: Math.max(warm.missing, last.missing),
  }
}

const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length

/** As `797 MB, at the end 881 MB (+10.5 %)`. */
export function changeOf({ warm, last }: Change): string {
  const change = `${last < warm ? '−' : '+'}${(100 * Math.abs(last / warm - 1)).toFixed(1)} %`
  return `${inMegabytes(warm)}, at the end ${inMegabytes(last)} (${change})`
}
