/**
 * Works on files of strangers or operators in a thread with limits, so that they can neither delay nor end this
 * process.
 */
import { Worker } from 'node:worker_threads'
import type { TransferListItem } from 'node:worker_threads'
import type { ProblemCode } from '../../shared/contracts/index.ts'
import type { CodedMessage } from '../../shared/messages/index.ts'
import { msg } from '../../shared/messages/index.ts'
import { YOUNG_MEGABYTES } from './bounded-heap.ts'
import { ProblemError } from './problem.ts'
import type { ProblemDetails } from './problem.ts'

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
