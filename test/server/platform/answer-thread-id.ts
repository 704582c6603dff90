import { parentPort, threadId } from 'node:worker_threads'

parentPort!.on('message', ({ id, task: milliseconds }: { id: number; task: number }) =>
  setTimeout(() => parentPort!.postMessage({ id, answer: threadId }), milliseconds),
)
