import {
  checkedText,
  checkResult,
  notMade,
  type CheckedAnswer,
  type CheckedPrompt,
  type CheckResult,
  type RuleCheck,
} from './check.ts'
import { filledValue } from './expected-value.ts'
import { Worker } from 'node:worker_threads'
import { YOUNG_MEGABYTES } from '../../platform/jobs/thread.ts'
import { Mutex } from '../../platform/mutex.ts'
import type { Applied, Rule } from './apply-rule.ts'

/**
 * Checks one answer by a rule. If the prompt has no value for a placeholder, or a pattern times out, the check
 * neither passes nor fails.
 * - exact: the answer is the value, except for surrounding white space
 * - contains: every value occurs in the answer
 * - regex: the pattern matches somewhere, or nowhere with `absent`
 * - json-schema: the whole answer is JSON and follows the schema
 */
export async function runCheck(
  spec: RuleCheck,
  answer: CheckedAnswer,
  prompt: CheckedPrompt,
): Promise<CheckResult> {
  const text = checkedText(answer)
  if (spec.kind === 'exact' || spec.kind === 'contains') return compareText(spec, text, prompt)
  const report = await applyInThread(spec, text)
  if ('applied' in report) return checkResult(report.applied.passed, report.applied.reason)
  return report.timedOut ? { ...notMade(report.fault), timedOut: true } : notMade(report.fault)
}

function compareText(
  { kind, value, ignoreCase }: Extract<RuleCheck, { kind: 'exact' | 'contains' }>,
  text: string,
  prompt: CheckedPrompt,
): CheckResult {
  const plain = (one: string) => (ignoreCase ? one.normalize('NFC').toLowerCase() : one.normalize('NFC'))
  const normalised = plain(text)
  const absent: string[] = []
  for (const one of [value].flat()) {
    const filled = filledValue(one, prompt)
    if ('missing' in filled) return notMade(`the prompt has no ${filled.missing}`)
    const expected = plain(filled.text)
    const passes = kind === 'exact' ? normalised.trim() === expected.trim() : normalised.includes(expected)
    if (!passes) absent.push(filled.text)
  }
  if (absent.length === 0) return checkResult(true)
  return checkResult(false, kind === 'exact' ? 'another text' : `missing: ${absent.join(', ')}`)
}

// Applies rules one after another in one thread. A rule that times out ends the thread, and the next one starts a
// new thread.

/** Time limit for one answer, in ms. A pattern that needs more is backtracking exponentially. */
const LONGEST = 2000

type RuleReport = { applied: Applied } | { fault: string; timedOut?: true }

let thread: Promise<Worker> | null = null
const mutex = new Mutex()

/** Applies a rule in the thread, within the time limit. The thread does not keep the process alive. */
const applyInThread = (rule: Rule, text: string): Promise<RuleReport> => mutex.run(() => applied(rule, text))

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
