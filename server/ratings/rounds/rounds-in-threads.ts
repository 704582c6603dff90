import { Worker } from 'node:worker_threads'
import { alone, type RoundsTask, type RunRounds } from '../../../shared/stats/intervals/bootstrap.ts'
import { newProgress, onSharedMemory, takeChunks, waitForOthers, type SharedRounds } from './chunks.ts'

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
