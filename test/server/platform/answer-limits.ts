/** A thread that answers each task with the limits of its heap. */
import { parentPort, resourceLimits } from 'node:worker_threads'

parentPort!.on('message', ({ id }: { id: number }) =>
  parentPort!.postMessage({ id, answer: { ...resourceLimits } }),
)
