/** The thread that rounds-in-threads.ts starts. */
import { workerData } from 'node:worker_threads'
import { takeChunks } from './rounds-in-threads.ts'

takeChunks(workerData, () => undefined)
