/** The other side of rounds-in-threads.ts. */
import { workerData } from 'node:worker_threads'
import { takeChunks } from './chunks.ts'

takeChunks(workerData, () => undefined)
