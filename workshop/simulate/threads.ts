import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/**
 * Runs the tasks on several threads of `worker`, which posts one result for each task. `onResult` gets each result as it
 * arrives. After `stop`, no further task starts.
 */
export async function runTasks<Task, Result>(
  worker: URL,
  tasks: Task[],
  threads: number,
  stop: AbortSignal,
  onResult: (task: Task, result: Result) => void,
): Promise<void> {
  const waiting = tasks.values()
  const lane = async () => {
    const thread = new Worker(worker)
    try {
      for (const task of waiting) {
        if (stop.aborted) return
        thread.postMessage(task)
        const [result] = (await once(thread, 'message')) as [Result]
        onResult(task, result)
      }
    } finally {
      await thread.terminate()
    }
  }
  await Promise.all(Array.from({ length: Math.min(threads, tasks.length) }, lane))
}
