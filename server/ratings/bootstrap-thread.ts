/** Computes boards whose rounds take long, so that the fold goes on taking in votes meanwhile. */
import { constants, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { computeFull } from './vote-store/compute-full.ts'
import type { FullTask } from './vote-store/compute-full.ts'
import { asError } from './thread.ts'

// On Linux this is of the calling thread alone: whoever waits for a vote's preview goes first. Elsewhere it would be of
// the whole process.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_LOW)

parentPort!.on('message', ({ id, task }: { id: number; task: FullTask }) => {
  try {
    parentPort!.postMessage({ id, answer: computeFull(task) })
  } catch (error) {
    parentPort!.postMessage({ id, error: asError(error) })
  }
})
