/**
 * Applies rules one after another in one thread. A rule that times out ends the thread, and the next one starts a
 * new thread.
 */
import { Worker } from 'node:worker_threads'
import { YOUNG_MEGABYTES } from '../../platform/bounded-heap.ts'
import { Mutex } from '../../platform/mutex.ts'
import type { Applied, Rule } from './apply-rule.ts'

/** Time limit for one answer, in ms. A pattern that needs more is backtracking exponentially. */
const LONGEST = 2000

export type RuleReport = { applied: Applied } | { fault: string; timedOut?: true }

let thread: Promise<Worker> | null = null
const mutex = new Mutex()

/** Applies a rule in the thread, within the time limit. The thread does not keep the process alive. */
export const applyInThread = (rule: Rule, text: string): Promise<RuleReport> =>
  mutex.run(() => applied(rule, text))

async function applied(rule: Rule, text: string): Promise<RuleReport> {
  const worker = await (thread ??= startThread())
  worker.ref()
  const report = await new Promise<RuleReport>((resolve) => {
    const settle = (ruleReport: RuleReport, isOver: boolean) => {
      clearTimeout(timer)
      worker.off('message', onReport).off('error', onError)
      if (isOver) end(worker)
      resolve(ruleReport)
    }
    const onReport = (message: RuleReport) => settle(message, false)
    const onError = ({ message }: Error) => settle({ fault: `the rule crashed its thread: ${message}` }, true)
    const timedOut = { fault: `timed out after ${LONGEST / 1000} seconds`, timedOut: true } as const
    const timer = setTimeout(() => settle(timedOut, true), LONGEST)
    worker.on('message', onReport).on('error', onError)
    worker.postMessage({ rule, text })
  })
  worker.unref()
  return report
}

function startThread(): Promise<Worker> {
  const worker = new Worker(new URL('./rule-thread.ts', import.meta.url), {
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MEGABYTES },
  })
  return new Promise((resolve, reject) => {
    const onError = (error: Error) => {
      thread = null
      reject(error)
    }
    worker.once('error', onError)
    worker.once('message', () => {
      worker.off('error', onError)
      resolve(worker)
    })
  })
}

function end(worker: Worker): void {
  thread = null
  void worker.terminate()
}
