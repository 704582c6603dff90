/** Draws SVG as PNG, outside of the thread that serves requests. */
import { parentPort } from 'node:worker_threads'
import { asError } from '../../platform/jobs/thread.ts'
import { renderPng, type PngTask } from './render-png.ts'

parentPort!.on('message', async ({ id, task }: { id: number; task: PngTask }) => {
  try {
    const answer = await renderPng(task)
    parentPort!.postMessage({ id, answer }, [answer.buffer])
  } catch (error) {
    parentPort!.postMessage({ id, error: asError(error) })
  }
})
