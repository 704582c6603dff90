import type { JudgementForm, Verdict, Verdicts } from '../../../shared/contracts/index.ts'
import { criterionKeys } from '../requests/index.ts'
import { readMarks, verdictLines } from './marks.ts'
import { withoutThinking, wholeObject } from './reply-text.ts'
import { lineValue, pairwiseVerdict, rankedOrder } from './verdict-values.ts'
import type { VerdictValue } from './verdict-values.ts'

export interface ExpectedReply {
  form: JudgementForm
  criteria: readonly string[]
  /** Answers shown. */
  count: number
  reason: 'before' | 'after'
  /** Of the call that brought the reply. */
  marker: string
}

/**
 * What a judge said, taken from where it was asked to say it and from nowhere else: the fields of a reply that is one
 * JSON object as a whole, or lines that bear the call's marker. A criterion without a verdict, a verdict in other
 * words, and marks that contradict each other make the reply unreadable as a whole; nothing is guessed.
 * @returns the verdicts by criterion, or in one line why there are none
 */
export function readVerdicts(
  reply: string,
  asked: ExpectedReply,
): { verdicts: Verdicts } | { unreadable: string } {
  const text = withoutThinking(reply)
  if (text === '') return { unreadable: 'the reply is empty' }
  const object = wholeObject(text)
  return object ? fromObject(object, asked) : fromLines(text, asked)
}

function fromObject(object: Record<string, unknown>, { criteria, form, count }: ExpectedReply) {
  const verdicts: [string, Verdict][] = []
  for (const [index, key] of criterionKeys(criteria).entries()) {
    const field = Object.hasOwn(object, key) ? object[key] : undefined
    if (typeof field !== 'object' || field === null) return { unreadable: `no verdict on ${criteria[index]}` }
    const said = field as { verdict?: unknown; order?: unknown; reason?: unknown }
    const value = form === 'pairwise' ? pairwiseVerdict(said.verdict) : rankedOrder(said.order, count)
    if (!value) return { unreadable: `no valid verdict on ${criteria[index]}` }
    verdicts.push([criteria[index], { ...value, reason: reasonOf(said.reason) }])
  }
  return { verdicts: Object.fromEntries(verdicts) }
}

function fromLines(text: string, { criteria, form, count, reason, marker }: ExpectedReply) {
  const marks = readMarks<VerdictValue>(text, {
    pattern: verdictLines(marker),
    meaning: (said) => lineValue(said, form, count),
  })
  if ('unreadable' in marks) return marks
  if (marks.size === 0)
    return { unreadable: 'the reply is neither one JSON object nor has a line that bears the marker' }
  const verdicts: [string, Verdict][] = []
  for (const [index, key] of criterionKeys(criteria).entries()) {
    const mark = marks.get(key)
    if (!mark) return { unreadable: `no verdict on ${criteria[index]}` }
    const said = reason === 'before' ? mark.before : mark.after
    verdicts.push([criteria[index], { ...mark.verdict, reason: reasonOf(said) }])
  }
  return { verdicts: Object.fromEntries(verdicts) }
}

function reasonOf(said: unknown): string | null {
  return typeof said === 'string' && said.trim() !== '' ? said.trim() : null
}
