import type { JudgementForm, Verdict, Verdicts } from '../../../shared/contracts/index.ts'
import { criterionKeys, PAIRWISE_VERDICTS } from '../requests/index.ts'
import { readMarks, verdictLines } from './marks.ts'
import { withoutThinking, wholeObject } from './reply-text.ts'

export interface ExpectedReply {
  form: JudgementForm
  criteria: readonly string[]
  /** Answers shown. */
  count: number
  reason: 'before' | 'after'
  /** The marker of the call. */
  marker: string
}

/** Reading takes time that nothing else gets: some 30 ms for this many characters. */
const LONGEST_READ = 2 ** 18

/**
 * Reads the verdicts of a reply, only from where the judge was asked to write them: the fields of one JSON object, or
 * lines with the call's marker. A criterion without a verdict, a verdict in other words, or contradicting marks make
 * the whole reply unreadable. Nothing is guessed.
 * @returns the verdicts by criterion, or one line that says why there are none
 */
export function readVerdicts(
  reply: string,
  expectedReply: ExpectedReply,
): { verdicts: Verdicts } | { unreadable: string } {
  const text = withoutThinking(reply)
  if (text === '') return { unreadable: 'the reply is empty' }
  if (text.length > LONGEST_READ)
    return { unreadable: `the reply has ${text.length} characters, and ${LONGEST_READ} at most are read` }
  const object = wholeObject(text)
  return object ? fromObject(object, expectedReply) : fromLines(text, expectedReply)
}

function fromObject(object: Record<string, unknown>, { criteria, form, count }: ExpectedReply) {
  const verdicts: [string, Verdict][] = []
  for (const [index, key] of criterionKeys(criteria).entries()) {
    const field = Object.hasOwn(object, key) ? object[key] : undefined
    if (typeof field !== 'object' || field === null) return { unreadable: `no verdict on ${criteria[index]}` }
    const parsed = field as { verdict?: unknown; order?: unknown; reason?: unknown }
    const value = form === 'pairwise' ? pairwiseVerdict(parsed.verdict) : rankedOrder(parsed.order, count)
    if (!value) return { unreadable: `no valid verdict on ${criteria[index]}` }
    verdicts.push([criteria[index], { ...value, reason: reasonOf(parsed.reason) }])
  }
  return { verdicts: Object.fromEntries(verdicts) }
}

function fromLines(text: string, { criteria, form, count, reason, marker }: ExpectedReply) {
  const marks = readMarks<VerdictValue>(text, {
    pattern: verdictLines(marker),
    meaning: (value) => lineValue(value, form, count),
  })
  if ('unreadable' in marks) return marks
  if (marks.size === 0)
    return { unreadable: 'the reply is neither one JSON object nor has a line that bears the marker' }
  const verdicts: [string, Verdict][] = []
  for (const [index, key] of criterionKeys(criteria).entries()) {
    const mark = marks.get(key)
    if (!mark) return { unreadable: `no verdict on ${criteria[index]}` }
    const text = reason === 'before' ? mark.before : mark.after
    verdicts.push([criteria[index], { ...mark.verdict, reason: reasonOf(text) }])
  }
  return { verdicts: Object.fromEntries(verdicts) }
}

function reasonOf(text: unknown): string | null {
  return typeof text === 'string' && text.trim() !== '' ? text.trim() : null
}

type PairwiseValue = { verdict: (typeof PAIRWISE_VERDICTS)[number] }
type ListwiseValue = { order: number[][] }
type VerdictValue = PairwiseValue | ListwiseValue

/** One of the four words, in any case; null for anything else. */
function pairwiseVerdict(value: unknown): PairwiseValue | null {
  if (typeof value !== 'string') return null
  const word = value.trim().toLowerCase()
  const verdict = PAIRWISE_VERDICTS.find((one) => one === word)
  return verdict ? { verdict } : null
}

/**
 * Reads groups of numbers from 1 to `count`, best first, each number exactly once. A bare number is a group of one.
 * @returns the same counted from 0; null for anything else
 */
function rankedOrder(value: unknown, count: number): ListwiseValue | null {
  if (!Array.isArray(value)) return null
  const order = value.map((group: unknown) => (Array.isArray(group) ? group : [group]) as unknown[])
  const numbers = order.flat()
  const valid = numbers.every((one) => Number.isInteger(one) && Number(one) >= 1 && Number(one) <= count)
  if (!valid || numbers.length !== count || new Set(numbers).size !== count) return null
  if (order.some((group) => group.length === 0)) return null
  return { order: order.map((group) => group.map((one) => Number(one) - 1)) }
}

/** The value of a marked line: a word, or `2 > 1 = 3`. Emphasis and a full stop around it are ignored. */
function lineValue(text: string, form: JudgementForm, count: number): VerdictValue | null {
  const bare = text.replace(/^[\s*_`"]+|[\s*_`".]+$/g, '')
  if (form === 'pairwise') return pairwiseVerdict(bare)
  if (!/^\d+(?:\s*[>=]\s*\d+)*$/.test(bare)) return null
  return rankedOrder(
    bare.split('>').map((group) => group.split('=').map((one) => Number(one.trim()))),
    count,
  )
}
