/** Computes boards whose rounds take long, so that the fold goes on taking in votes meanwhile. */
import { parentPort } from 'node:worker_threads'
import { computeFull } from './fold/compute-full.ts'
import type { FullTask } from './fold/compute-full.ts'
import { asError } from './thread-answers.ts'

parentPort!.on('message', ({ id, task }: { id: number; task: FullTask }) => {
  try {
    parentPort!.postMessage({ id, answer: computeFull(task) })
  } catch (error) {
    parentPort!.postMessage({ id, error: asError(error) })
  }
})
