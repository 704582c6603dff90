/** The thread in which checks.ts applies rules. */
import { parentPort } from 'node:worker_threads'
import { applyRule, type Rule } from './apply-rule.ts'

parentPort!.on('message', ({ rule, text }: { rule: Rule; text: string }) => {
  try {
    parentPort!.postMessage({ applied: applyRule(rule, text) })
  } catch (error) {
    parentPort!.postMessage({ fault: error instanceof Error ? error.message : String(error) })
  }
})
parentPort!.postMessage('ready')
