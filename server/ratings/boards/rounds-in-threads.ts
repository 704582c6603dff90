import { Worker } from 'node:worker_threads'
import {
  alone,
  type RoundsTask,
  type RunRounds,
  roundsOf,
} from '../../../shared/stats/intervals/bootstrap.ts'

/** The seconds of work that justify another thread, and the approximate time of a round by its cells. */
const WORTH_A_THREAD = 0.25
const SECONDS_A_CELL = 1e-8

/**
 * Computes rounds on up to `most` threads, this one included. It starts a thread only if that thread gets at least
 * `worth` seconds of work. A round depends on its number alone, so the result is the same for any number of threads.
 * Blocks this thread until all rounds are done, and computes the rounds of a failed thread here.
 */
export function roundsInThreads(most: number, worth = WORTH_A_THREAD): RunRounds {
  return (task, onProgress) => {
    const threads = Math.min(most, Math.floor(secondsOf(task) / worth))
    return threads < 2 ? alone(task, onProgress) : runOnThreads(task, threads, onProgress)
  }
}

function secondsOf({ rounds, source: { votes } }: RoundsTask): number {
  const cells = votes.by === 'unit' ? votes.cells.unit.length : votes.cells.entry.length
  return rounds * cells * SECONDS_A_CELL
}

function runOnThreads(task: RoundsTask, threads: number, onProgress: (share: number) => void): Float64Array {
  const shared: SharedRounds = {
    task: onSharedMemory(task),
    values: new Float64Array(new SharedArrayBuffer(8 * task.rounds * task.theta.length)),
    progress: newProgress(task.rounds),
  }
  const workers = Array.from({ length: threads - 1 }, () => startThread(shared))
  try {
    takeChunks(shared, onProgress)
    waitForOthers(shared, onProgress)
  } finally {
    for (const worker of workers) void worker.terminate()
  }
  return shared.values
}

function startThread(workerData: SharedRounds): Worker {
  const worker = new Worker(new URL('./round-thread.ts', import.meta.url), { workerData })
  worker.unref()
  // this thread then computes the rounds, and throws their error if they have one
  worker.on('error', () => {})
  return worker
}

// How threads share the rounds of one task: each takes the next chunk that no thread has begun.

/** Rounds per chunk; a multiple of the rounds that are drawn together by unit. */
const CHUNK = 8
/**
 * Indexes in `progress`: the next chunk to begin, the number of finished chunks, then one flag for each finished
 * chunk.
 */
const NEXT = 0
const DONE = 1
const FLAGS = 2
/** How long to wait for other threads, in ms, before this thread computes their chunks. */
const PATIENCE_MS = 10_000

/** An array in memory that all threads share. */
export interface SharedRounds {
  task: RoundsTask
  values: Float64Array
  progress: Int32Array
}

export function newProgress(rounds: number): Int32Array {
  return new Int32Array(new SharedArrayBuffer(4 * (FLAGS + Math.ceil(rounds / CHUNK))))
}

/** The same data with its arrays in memory that threads share, so that no thread has a copy. */
export function onSharedMemory<T>(data: T): T {
  if (data instanceof Float64Array || data instanceof Int32Array) {
    const copy =
      data instanceof Float64Array
        ? new Float64Array(new SharedArrayBuffer(data.byteLength))
        : new Int32Array(new SharedArrayBuffer(data.byteLength))
    copy.set(data)
    return copy as T
  }
  if (data === null || typeof data !== 'object') return data
  return Object.fromEntries(Object.entries(data).map(([key, part]) => [key, onSharedMemory(part)])) as T
}

/** Computes chunks until none is left, or only those in `numbers`. */
export function takeChunks(
  { task, values, progress }: SharedRounds,
  onProgress: (share: number) => void,
  numbers?: number[],
): void {
  const chunks = progress.length - FLAGS
  const round = roundsOf(task, values)
  const next = () => (numbers ? (numbers.shift() ?? chunks) : Atomics.add(progress, NEXT, 1))
  for (let chunk = next(); chunk < chunks; chunk = next()) {
    const end = Math.min(task.rounds, (chunk + 1) * CHUNK)
    for (let number = chunk * CHUNK; number < end; number++) round(number)
    Atomics.store(progress, FLAGS + chunk, 1)
    const done = 1 + Atomics.add(progress, DONE, 1)
    Atomics.notify(progress, DONE)
    onProgress(Math.min(1, done / chunks))
  }
}

/** Waits until all chunks are done. This thread computes the chunks of a thread that does not answer. */
export function waitForOthers(
  shared: SharedRounds,
  onProgress: (share: number) => void,
  patience = PATIENCE_MS,
): void {
  const { progress } = shared
  for (;;) {
    const done = Atomics.load(progress, DONE)
    const left = unfinished(progress)
    onProgress(1 - left.length / (progress.length - FLAGS))
    if (left.length === 0) return
    if (Atomics.wait(progress, DONE, done, patience) === 'timed-out')
      takeChunks(shared, onProgress, unfinished(progress))
  }
}

function unfinished(progress: Int32Array): number[] {
  return [...progress.keys()].slice(FLAGS).flatMap((at) => (Atomics.load(progress, at) ? [] : [at - FLAGS]))
}
