/** Sends tasks to another thread and returns its answers. */
import { parentPort, Worker, type TransferListItem } from 'node:worker_threads'
import type { ProblemCode } from '../../../shared/contracts/index.ts'
import { type CodedMessage, msg } from '../../../shared/messages/index.ts'
import { ProblemError, type ProblemDetails } from '../problem.ts'
import { setFlagsFromString } from 'node:v8'

/** An error as it is sent between threads; a plain Error would lose its code. */
interface ThreadError {
  message: string
  code?: string | undefined
  stack?: string | undefined
}

export function asError(error: unknown): ThreadError {
  const { message, code, stack } = error as Error & { code?: string }
  return { message, code, stack }
}

/**
 * Answers the tasks of this thread. An error is sent with its code.
 * @param buffersOf the buffers of an answer, which are moved
 */
export function answerTasks<Task, Answer>(
  work: (task: Task) => Answer,
  buffersOf: (answer: Awaited<Answer>) => ArrayBuffer[] = () => [],
): void {
  parentPort!.on('message', async ({ id, task }: { id: number; task: Task }) => {
    try {
      const answer = await work(task)
      parentPort!.postMessage({ id, answer }, buffersOf(answer))
    } catch (error) {
      parentPort!.postMessage({ id, error: asError(error) })
    }
  })
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

// Works on files of strangers or operators in a thread with limits, so that they can neither delay nor end this
// process.

export interface Limits {
  /** The seconds that a task may take before it calls `hasRead`. */
  seconds: number
  /** Memory of the thread, in MiB. Buffers that are sent to it do not count. */
  megabytes: number
}

/** A message of a thread about its current task. */
type Report =
  | { read: true }
  | { answer: unknown }
  | { problem: { code: ProblemCode; finding: CodedMessage; more: ProblemDetails } }
  | { error: { message: string; code?: string | undefined; stack?: string | undefined } }

/** The most tasks that wait for the thread. */
const MOST_WAITING = 4

/** A thread that starts with the first task, does one task at a time, and never keeps the process alive. */
export class LimitedThread {
  readonly #file: URL
  #worker: Worker | null = null
  #megabytes = 0
  #waiting = 0
  #last: Promise<unknown> = Promise.resolve()

  constructor(file: URL) {
    this.#file = file
  }

  /**
   * @param task is sent as a structured clone; `moved` are its buffers, which are moved
   * @throws {ProblemError} what the thread throws; too_large if the task exceeds a limit; too_many_requests if too many
   *   tasks wait
   */
  ask<Answer>(task: unknown, limits: Limits, moved: TransferListItem[] = []): Promise<Answer> {
    if (this.#waiting > MOST_WAITING)
      throw new ProblemError('too_many_requests', msg('many_files_read'), { retryAfter: 5 })
    this.#waiting++
    const answer = this.#last.then(() => this.#do<Answer>(task, limits, moved))
    this.#last = answer.catch(() => {}).then(() => void this.#waiting--)
    return answer
  }

  async #do<Answer>(task: unknown, limits: Limits, moved: TransferListItem[]): Promise<Answer> {
    if (this.#megabytes !== limits.megabytes) await this.#end()
    this.#megabytes = limits.megabytes
    const worker = (this.#worker ??= new Worker(this.#file, {
      resourceLimits: { maxOldGenerationSizeMb: limits.megabytes, maxYoungGenerationSizeMb: YOUNG_MEGABYTES },
    }).on('error', () => {}))
    worker.ref()
    return new Promise<Answer>((resolve, reject) => {
      const settle = (resolveTask: () => void, isOver: boolean) => {
        clearTimeout(timer)
        worker.off('message', onReport).off('error', onError).off('exit', onExit)
        worker.unref()
        if (isOver) void this.#end()
        resolveTask()
      }
      const onReport = (report: Report) => {
        if ('read' in report) clearTimeout(timer)
        else if ('answer' in report) settle(() => resolve(report.answer as Answer), false)
        else settle(() => reject(errorOf(report)), false)
      }
      const onError = (error: Error & { code?: string }) =>
        settle(() => reject(error.code === OUT_OF_MEMORY ? tooMuch(limits) : error), true)
      const onExit = (code: number) => onError(new Error(`${this.#file.pathname} ended with code ${code}`))
      const timer = setTimeout(() => settle(() => reject(tooSlow(limits)), true), limits.seconds * 1000)
      worker.on('message', onReport).on('error', onError).on('exit', onExit)
      worker.postMessage(task, moved)
    })
  }

  async #end(): Promise<void> {
    const worker = this.#worker
    this.#worker = null
    await worker?.terminate()
  }
}

const OUT_OF_MEMORY = 'ERR_WORKER_OUT_OF_MEMORY'

const tooSlow = ({ seconds }: Limits) => new ProblemError('too_large', msg('files_take_long', { seconds }))
const tooMuch = ({ megabytes }: Limits) =>
  new ProblemError('too_large', msg('files_take_memory', { megabytes }))

function errorOf(report: Extract<Report, { problem: unknown } | { error: unknown }>): Error {
  if ('error' in report) return Object.assign(new Error(report.error.message), report.error)
  const { code, finding, more } = report.problem
  return new ProblemError(code, finding, more)
}

/**
 * Runs one task inside the thread and reports its progress and result.
 * @param work calls `hasRead` after the part that the time limit is for
 */
export async function reportOn<Answer>(
  post: (report: Report) => void,
  work: (hasRead: () => void) => Promise<Answer>,
): Promise<void> {
  try {
    post({ answer: await work(() => post({ read: true })) })
  } catch (error) {
    if (error instanceof ProblemError) {
      const { code, finding, more } = error
      post({ problem: { code, finding, more } })
    } else {
      const { message, code, stack } = error as Error & { code?: string }
      post({ error: { message, code, stack } })
    }
  }
}

// How far the heaps of V8 may grow beyond what they hold.

/**
 * Keeps the memory of this process near what it really holds, for work that reads a large file in portions. By default
 * V8 lets the heap grow fourfold before it collects garbage. Costs some CPU time; only for processes with one task.
 */
export function keepHeapSmall(): void {
  setFlagsFromString('--semi-space-growth-factor=1')
  setFlagsFromString('--heap-growing-percent=25')
}

/**
 * Keeps the memory of a process that runs for months steady: the heap of each thread is collected when it is a quarter
 * larger than what the last collection left.
 */
export function keepHeapSteady(): void {
  setFlagsFromString('--heap-growing-percent=25')
}

/**
 * The most MiB for new objects in the heap of a thread beside the first. By default V8 takes up to 96, and a thread that
 * works now and then fills them with garbage for hours before it collects any.
 */
export const YOUNG_MEGABYTES = 24
