/** Computes slow boards, so that the rating thread can read new votes meanwhile. */
import { constants, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { computeFull, type FullTask } from './vote-store/compute-full.ts'
import { asError } from '../platform/jobs/thread.ts'

// On Linux this lowers the priority of this thread alone, so that previews come first. Elsewhere it would lower that of
// the whole process.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_LOW)

parentPort!.on('message', ({ id, task }: { id: number; task: FullTask }) => {
  try {
    parentPort!.postMessage({ id, answer: computeFull(task) })
  } catch (error) {
    parentPort!.postMessage({ id, error: asError(error) })
  }
})
