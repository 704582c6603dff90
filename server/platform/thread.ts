/** Sends tasks to another thread and returns its answers. */
import { Worker } from 'node:worker_threads'
import { YOUNG_MEGABYTES } from './bounded-heap.ts'

/** An error as it is sent between threads; a plain Error would lose its code. */
export interface ThreadError {
  message: string
  code?: string | undefined
  stack?: string | undefined
}

export function asError(error: unknown): ThreadError {
  const { message, code, stack } = error as Error & { code?: string }
  return { message, code, stack }
}

type Answer = { id: number; answer: unknown } | { id: number; error: ThreadError }

interface Waiting {
  resolve: (answer: never) => void
  reject: (error: Error) => void
}

/** A thread that starts with the first task and never keeps the process alive. */
export class Thread {
  readonly #file: URL
  #worker: Worker | null = null
  #lastId = 0
  readonly #waiting = new Map<number, Waiting>()

  constructor(file: URL) {
    this.#file = file
  }

  /**
   * @param task is sent as a structured clone
   * @throws {Error} the error of the thread, with its code; or that the thread ended
   */
  ask<Answer>(task: unknown): Promise<Answer> {
    const id = ++this.#lastId
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject })
      const worker = (this.#worker ??= this.#start())
      worker.ref()
      worker.postMessage({ id, task })
    })
  }

  /** Ends the thread, even during a task. The next task starts another. */
  async kill(): Promise<void> {
    await this.#worker?.terminate()
  }

  #start(): Worker {
    const worker = new Worker(this.#file, {
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MEGABYTES },
    })
    worker.on('message', (answer: Answer) => {
      const { resolve, reject } = this.#waiting.get(answer.id)!
      this.#waiting.delete(answer.id)
      if (this.#waiting.size === 0) worker.unref()
      if ('answer' in answer) resolve(answer.answer as never)
      else reject(Object.assign(new Error(answer.error.message), answer.error))
    })
    const onLost = (error: Error) => {
      if (this.#worker !== worker) return
      this.#worker = null
      for (const { reject } of this.#waiting.values()) reject(error)
      this.#waiting.clear()
    }
    worker.on('error', onLost)
    worker.on('exit', (code) => onLost(new Error(`a thread of this process ended with code ${code}`)))
    return worker
  }
}
