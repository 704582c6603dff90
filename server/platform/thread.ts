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

/** For threads that work now and then: what they keep is worth more than the time that another start takes. */
export const SELDOM = { idleMs: 5_000 }

/** A thread that starts with the first task and never keeps the process alive. */
export class Thread {
  readonly #file: URL
  readonly #idleMs: number | null
  #worker: Worker | null = null
  #end: NodeJS.Timeout | undefined
  #lastId = 0
  readonly #waiting = new Map<number, Waiting>()

  /** @param idleMs  after so long without a task the thread ends, with all that it holds; by default it stays */
  constructor(file: URL, { idleMs = null }: { idleMs?: number | null } = {}) {
    this.#file = file
    this.#idleMs = idleMs
  }

  /**
   * @param task is sent as a structured clone
   * @throws {Error} the error of the thread, with its code; or that the thread ended
   */
  ask<Answer>(task: unknown): Promise<Answer> {
    const id = ++this.#lastId
    clearTimeout(this.#end)
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

  #rest(worker: Worker): void {
    worker.unref()
    if (this.#idleMs === null) return
    const end = () => {
      this.#worker = null
      void worker.terminate()
    }
    this.#end = setTimeout(end, this.#idleMs).unref()
  }

  #start(): Worker {
    const worker = new Worker(this.#file, {
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MEGABYTES },
    })
    worker.on('message', (answer: Answer) => {
      const { resolve, reject } = this.#waiting.get(answer.id)!
      this.#waiting.delete(answer.id)
      if (this.#waiting.size === 0) this.#rest(worker)
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
