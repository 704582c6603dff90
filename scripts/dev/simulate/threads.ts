import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/**
 * Runs the tasks on so many threads of `worker`, which answers each with what it found; `onFound` hears of each as it is
 * done. Once stopped, no further one is begun.
 */
export async function runTasks<Task, Found>(
  worker: URL,
  tasks: Task[],
  threads: number,
  stop: AbortSignal,
  onFound: (task: Task, found: Found) => void,
): Promise<void> {
  const waiting = tasks.values()
  const lane = async () => {
    const own = new Worker(worker)
    try {
      for (const task of waiting) {
        if (stop.aborted) return
        own.postMessage(task)
        const [found] = (await once(own, 'message')) as [Found]
        onFound(task, found)
      }
    } finally {
      await own.terminate()
    }
  }
  await Promise.all(Array.from({ length: Math.min(threads, tasks.length) }, lane))
}
