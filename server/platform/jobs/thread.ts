/**
 * Work in other threads, by one protocol: a thread is sent tasks with an id, and answers each with an answer or an error.
 * A pool of a package would need as much code around it: for errors with a code, time limits that end when all is read,
 * and threads that hold state and answer several tasks at once.
 */
import { once } from 'node:events'
import { setFlagsFromString } from 'node:v8'
import { parentPort, Worker } from 'node:worker_threads'
import type { ProblemCode } from '../../../shared/contracts/index.ts'
import type { AnyMessage } from '../../../shared/messages/index.ts'
import { Mutex } from '../mutex.ts'
import { ProblemError, type ProblemDetails } from '../problem.ts'

/** For threads that work now and then: what they keep is worth more than the time that another start takes. */
export const IDLE_TIMEOUT = { idleMs: 5_000 }

interface ThreadOptions {
  /** After so long without a task the thread ends, with all that it holds; by default it stays. */
  idleMs?: number
  /** Memory of its heap in MiB; by default as much as Node allows. */
  megabytes?: number
}

/** A task that took longer than it may. */
export class TookTooLong extends Error {}

/** When a task ends its thread, and the error that it then fails with. */
export interface TimeLimit {
  seconds: number
  reason?: Error
}

interface Waiting {
  resolve: (answer: never) => void
  reject: (error: Error) => void
  onRead: (() => void) | undefined
}

/** What a thread says about a task. */
type Report = { id: number } & ({ answer: unknown } | { error: ThreadError } | { read: true })

/** A thread that starts with the first task and never keeps the process alive. */
export class Thread {
  readonly #file: URL
  readonly #options: ThreadOptions
  readonly #waiting = new Map<number, Waiting>()
  readonly #mutex = new Mutex()
  #worker: Worker | null = null
  /** Fulfilled when the thread takes tasks. */
  #isReady: Promise<unknown> | undefined
  #end: NodeJS.Timeout | undefined
  #lastId = 0

  constructor(file: URL, options: ThreadOptions = {}) {
    this.#file = file
    this.#options = options
  }

  /**
   * @param task is sent as a structured clone
   * @param how `onRead` is called when the thread reports that it has read what it needs
   * @throws {Error} the error of the thread, with its code; or that the thread ended
   */
  ask<Answer>(task: unknown, { onRead }: { onRead?: () => void } = {}): Promise<Answer> {
    const id = ++this.#lastId
    clearTimeout(this.#end)
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject, onRead })
      const worker = (this.#worker ??= this.#start())
      worker.ref()
      worker.postMessage({ id, task })
    })
  }

  /**
   * Does one such task after another, each within a time limit that its own start is no part of: for texts of strangers and
   * models, of which one may keep a search busy. A task that takes longer ends the thread, and the next one starts another.
   * @param afterReading the limit in place of the first from when the thread has read what it needs
   * @throws {TookTooLong} or the reason of the limit; {Error} what the thread throws
   */
  askWithin<Answer>(task: unknown, limit: TimeLimit, afterReading?: TimeLimit): Promise<Answer> {
    return this.#mutex.run(async () => {
      this.#worker ??= this.#start()
      await this.#isReady
      let timer: NodeJS.Timeout | undefined
      const killAfter = ({ seconds, reason }: TimeLimit) => {
        clearTimeout(timer)
        const tooLong = reason ?? new TookTooLong(`timed out after ${seconds} seconds`)
        timer = setTimeout(() => void this.kill(tooLong), seconds * 1000)
      }
      killAfter(limit)
      try {
        return await this.ask<Answer>(task, {
          ...(afterReading && { onRead: () => killAfter(afterReading) }),
        })
      } finally {
        clearTimeout(timer)
      }
    })
  }

  /** Bytes beside the heap of the thread, which no limit of Node counts. */
  async externalBytes(): Promise<number> {
    return (await this.#worker?.getHeapStatistics())?.external_memory ?? 0
  }

  /** Ends the thread, even during a task, which fails with the reason. The next task starts another. */
  async kill(reason = new Error('a thread of this process was ended')): Promise<void> {
    const worker = this.#worker
    this.#lose(worker, reason)
    await worker?.terminate()
  }

  #start(): Worker {
    const { megabytes } = this.#options
    const worker = new Worker(this.#file, {
      resourceLimits: {
        maxYoungGenerationSizeMb: YOUNG_MEGABYTES,
        ...(megabytes && { maxOldGenerationSizeMb: megabytes }),
      },
    })
    worker.on('message', (report: Report) => {
      const waiting = this.#waiting.get(report.id)
      if (!waiting) return
      if ('read' in report) return waiting.onRead?.()
      this.#waiting.delete(report.id)
      if (this.#waiting.size === 0) this.#rest(worker)
      if ('answer' in report) waiting.resolve(report.answer as never)
      else waiting.reject(restoreError(report.error))
    })
    this.#isReady = Promise.race([once(worker, 'message'), once(worker, 'exit')]).catch(() => {})
    worker.on('error', (error) => this.#lose(worker, error))
    worker.on('exit', (code) =>
      this.#lose(worker, new Error(`${this.#file.pathname} ended with code ${code}`)),
    )
    return worker
  }

  #rest(worker: Worker): void {
    worker.unref()
    const { idleMs } = this.#options
    if (idleMs !== undefined) this.#end = setTimeout(() => void this.kill(), idleMs).unref()
  }

  #lose(worker: Worker | null, reason: Error): void {
    if (this.#worker !== worker) return
    this.#worker = null
    for (const { reject } of this.#waiting.values()) reject(reason)
    this.#waiting.clear()
  }
}

// Inside a thread.

/**
 * Answers the tasks of this thread. An error is sent with its code.
 * @param work calls `hasRead` after the part that a time limit is for
 * @param listBuffers the buffers of an answer, which are moved
 */
export function answerTasks<Task, Answer>(
  work: (task: Task, hasRead: () => void) => Answer | Promise<Answer>,
  listBuffers: (answer: Answer) => ArrayBuffer[] = () => [],
): void {
  parentPort!.postMessage('ready')
  parentPort!.on('message', async ({ id, task }: { id: number; task: Task }) => {
    try {
      const answer = await work(task, () => parentPort!.postMessage({ id, read: true }))
      parentPort!.postMessage({ id, answer }, listBuffers(answer))
    } catch (error) {
      parentPort!.postMessage({ id, error: asError(error) })
    }
  })
}

/** An error as it is sent between threads; a plain Error would lose its code. */
interface ThreadError {
  message: string
  code?: string | undefined
  stack?: string | undefined
  problem?: { code: ProblemCode; finding: AnyMessage; more: ProblemDetails }
}

function asError(error: unknown): ThreadError {
  const { message, code, stack } = error as Error & { code?: string }
  if (!(error instanceof ProblemError)) return { message, code, stack }
  const { code: problemCode, finding, more } = error
  return { message, code, stack, problem: { code: problemCode, finding, more } }
}

function restoreError({ problem, ...error }: ThreadError): Error {
  return problem
    ? new ProblemError(problem.code, problem.finding, problem.more)
    : Object.assign(new Error(error.message), error)
}

// How far the heaps of V8 may grow beyond what they hold.

/**
 * Keeps the memory of this process near what it really holds, for work that reads a large file in portions. By default
 * V8 lets the heap grow fourfold before it collects garbage. Costs some CPU time; only for processes with one task.
 */
export function keepHeapSmall(): void {
  setFlagsFromString('--semi-space-growth-factor=1')
  limitHeapGrowth()
}

/**
 * Keeps the memory of a process that runs for months steady: the heap of each thread is collected when it is a quarter
 * larger than what the last collection left.
 */
export function limitHeapGrowth(): void {
  setFlagsFromString('--heap-growing-percent=25')
}

/**
 * The most MiB for new objects in the heap of a thread beside the first. By default V8 takes up to 96, and a thread that
 * works now and then fills them with garbage for hours before it collects any.
 */
const YOUNG_MEGABYTES = 24
