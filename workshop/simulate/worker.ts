/** A thread that runs the batches it receives, one at a time, and answers with their scores. */
import { parentPort } from 'node:worker_threads'
import { runBatch } from './batch.ts'
import type { Batch } from './batch.ts'
import { titleOf } from './cell.ts'
import { CELLS } from './cells/index.ts'

parentPort!.on('message', (batch: Batch) => {
  const cell = CELLS.find((one) => titleOf(one) === batch.cell)!
  parentPort!.postMessage(runBatch(cell, batch))
})
