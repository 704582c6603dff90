import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Batch } from './batch.ts'
import type { Score } from './score.ts'

/** Runs the batches on so many threads; `onScore` hears of each as it is done. Once stopped, no further one is begun. */
export async function runBatches(
  batches: Batch[],
  threads: number,
  stop: AbortSignal,
  onScore: (batch: Batch, score: Score) => void,
): Promise<void> {
  const waiting = batches.values()
  const lane = async () => {
    const worker = new Worker(new URL('./worker.ts', import.meta.url))
    try {
      for (const batch of waiting) {
        if (stop.aborted) return
        worker.postMessage(batch)
        const [score] = (await once(worker, 'message')) as [Score]
        onScore(batch, score)
      }
    } finally {
      await worker.terminate()
    }
  }
  await Promise.all(Array.from({ length: Math.min(threads, batches.length) }, lane))
}
