/** A thread that scores the batches it receives, one at a time. */
import { parentPort } from 'node:worker_threads'
import type { Task } from './harness.ts'
import { STUDIES } from './studies.ts'

parentPort!.on('message', (task: Task) => {
  parentPort!.postMessage(STUDIES.find(({ name }) => name === task.study)!.score(task))
})
