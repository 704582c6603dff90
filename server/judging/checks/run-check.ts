import { checkedText, checkResult, notMade } from './check.ts'
import type { CheckedAnswer, CheckedPrompt, CheckResult, RuleCheck } from './check.ts'
import { filledValue } from './expected-value.ts'
import { applyInThread } from './rule-threads.ts'

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
