/**
 * Verdicts: what a judge said. A verdict is read only from its field or its marked line. A reply that cannot be read
 * is no vote.
 */
import type { JudgementForm, ReplyForm, Verdict, Verdicts } from '../../shared/contracts/index.ts'
import { criterionKeys, MARKER_FIELD, PAIRWISE_VERDICTS } from './judge-request.ts'
import type { Completion } from '../platform/providers/index.ts'

export interface ExpectedReply {
  form: JudgementForm
  criteria: readonly string[]
  /** Answers shown. */
  count: number
  reason: 'before' | 'after'
  /** The marker of the call. */
  marker: string
  /** How the reply was asked for; default: `schema`. */
  replyForm?: ReplyForm
}

/** The cause why a reply is not read at all; null if it is whole. */
export const whyIncomplete = (finishReason: Completion['finishReason']): string | null =>
  finishReason === 'refusal'
    ? 'refusal'
    : finishReason === 'length'
      ? 'cut_off: the reply reached its longest length'
      : null

/** Reading takes time that nothing else gets: some 20 ms for this many characters. */
export const LONGEST_READ = 2 ** 18

/**
 * Reads the verdicts of a reply, only from where the judge was asked to write them: the fields of one JSON object, or
 * lines with the call's marker. Where it was asked for, also a JSON object with the marker inside the reply, or the last
 * lines. A criterion without a verdict, a verdict in other words, or contradicting marks make the whole reply
 * unreadable. Nothing is guessed.
 * @returns the verdicts by criterion, or one line that says why there are none
 */
export function readVerdicts(
  reply: string,
  expectedReply: ExpectedReply,
): { verdicts: Verdicts } | { unreadable: string } {
  const text = withoutThinking(reply)
  if (text === '') return { unreadable: 'the reply is empty' }
  if (text.length > LONGEST_READ) return tooLong(text)
  const object = parseObjectReply(text)
  if (object) return fromObject(object, expectedReply)
  if (expectedReply.replyForm === 'json') {
    const withMarker = fromMarkedObjects(text, expectedReply)
    if (withMarker) return withMarker
  }
  const byPlace =
    fromLines(text, expectedReply) ??
    (expectedReply.replyForm === 'prose' ? fromLastLines(text, expectedReply) : null)
  return byPlace ?? { unreadable: THINKING.test(text) ? REASONING_INSIDE : NO_VERDICT }
}

const NO_VERDICT = 'the reply is neither one JSON object nor has a line that bears the marker'
/** Of a server that does not take the reasoning of its model out of the reply. */
export const REASONING_INSIDE = 'the reply has its reasoning in it'
const THINKING = /<\/?think(?:ing)?>/i

export const tooLong = ({ length }: string) => ({
  unreadable: `the reply has ${length} characters, and ${LONGEST_READ} at most are read`,
})

function fromObject(object: Record<string, unknown>, { criteria, form, count }: ExpectedReply) {
  const verdicts: [string, Verdict][] = []
  for (const [index, key] of criterionKeys(criteria).entries()) {
    const field = Object.hasOwn(object, key) ? object[key] : undefined
    if (typeof field !== 'object' || field === null) return { unreadable: `no verdict on ${criteria[index]}` }
    const parsed = field as { verdict?: unknown; order?: unknown; reason?: unknown }
    const value = form === 'pairwise' ? pairwiseVerdict(parsed.verdict) : rankedOrder(parsed.order, count)
    if (!value) return { unreadable: `no valid verdict on ${criteria[index]}` }
    verdicts.push([criteria[index], { ...value, reason: readReason(parsed.reason) }])
  }
  return { verdicts: Object.fromEntries(verdicts) }
}

/** @returns null if no line bears the marker */
function fromLines(text: string, { criteria, form, count, reason, marker }: ExpectedReply) {
  const marks = readMarks(text, marker, (value) => lineValue(value, form, count))
  if ('unreadable' in marks) return marks
  if (marks.size === 0) return null
  const verdicts: [string, Verdict][] = []
  for (const [index, key] of criterionKeys(criteria).entries()) {
    const mark = marks.get(key)
    if (!mark) return { unreadable: `no verdict on ${criteria[index]}` }
    const text = reason === 'before' ? mark.before : mark.after
    verdicts.push([criteria[index], { ...mark.verdict, reason: readReason(text) }])
  }
  return { verdicts: Object.fromEntries(verdicts) }
}

const FENCES = /^```(?:json5?)?[ \t]*\n([^]*?)^```[ \t]*$/gim

/**
 * From the JSON objects that bear the call's marker, in fences or behind the end of thinking that does not begin in the
 * reply: what judges quote of answers has another marker or none.
 * @returns null if there is none; unreadable if two contradict each other
 */
function fromMarkedObjects(text: string, expectedReply: ExpectedReply) {
  const fenced = [...text.matchAll(FENCES)].map(([, inner]) => inner!)
  const behind = text
    .split(/<\/think(?:ing)?>/i)
    .slice(1)
    .slice(-1)
  const written = [...fenced, ...behind]
    .map((candidate) => parseObjectReply(candidate.trim()))
    .filter((object) => object !== null)
  const readings = written
    .filter((object) => object[MARKER_FIELD] === expectedReply.marker)
    .map((object) => fromObject(object, expectedReply))
  const [first, ...further] = readings
  if (!first) return null
  const isSame = (reading: typeof first) => JSON.stringify(reading) === JSON.stringify(first)
  return further.every(isSame) ? first : { unreadable: 'two objects contradict each other' }
}

/**
 * From the last lines of the text, one for each criterion: no line before them counts.
 * @returns null if these are no verdicts on all criteria
 */
function fromLastLines(text: string, { criteria, form, count, marker }: ExpectedReply) {
  const keys = criterionKeys(criteria)
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const line = new RegExp(
    `^[ \\t*_\`#-]*VERDICT[ \\t]+(?:\\[?${marker}\\]?[ \\t]*)?\\[([^\\]]*)\\][ \\t*_]*:(.*)$`,
    'i',
  )
  const reason = readReason(lines.slice(0, -keys.length).join('\n'))
  const byKey = new Map<string, Verdict>()
  for (const last of lines.slice(-keys.length)) {
    const [, key, valueText] = line.exec(last) ?? []
    const value = valueText === undefined ? null : lineValue(valueText.trim(), form, count)
    if (!value) return null
    byKey.set(key!.trim().toLowerCase(), { ...value, reason })
  }
  if (keys.some((key) => !byKey.has(key))) return null
  const verdicts = keys.map((key, index) => [criteria[index], byKey.get(key)!] as const)
  return { verdicts: Object.fromEntries(verdicts) }
}

function readReason(text: unknown): string | null {
  return typeof text === 'string' && text.trim() !== '' ? text.trim() : null
}

type PairwiseValue = { verdict: (typeof PAIRWISE_VERDICTS)[number] }
type ListwiseValue = { order: number[][] }
type VerdictValue = PairwiseValue | ListwiseValue

/** One of the four words, in any case; null for anything else. */
function pairwiseVerdict(value: unknown): PairwiseValue | null {
  if (typeof value !== 'string') return null
  const word = value.trim().toLowerCase()
  const verdict = PAIRWISE_VERDICTS.find((candidate) => candidate === word)
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
  const valid = numbers.every(
    (number) => Number.isInteger(number) && Number(number) >= 1 && Number(number) <= count,
  )
  if (!valid || numbers.length !== count || new Set(numbers).size !== count) return null
  if (order.some((group) => group.length === 0)) return null
  return { order: order.map((group) => group.map((place) => Number(place) - 1)) }
}

const AROUND_WORDS = /[\s*_`"]/

/** A word without the blanks, emphasis and quotes around it, and without a full stop after it; one look at each character. */
export function bareWord(text: string): string {
  let [start, end] = [0, text.length]
  while (start < end && AROUND_WORDS.test(text[start])) start++
  while (end > start && (AROUND_WORDS.test(text[end - 1]) || text[end - 1] === '.')) end--
  return text.slice(start, end)
}

/** The value of a marked line: a word, or `2 > 1 = 3`. Emphasis and a full stop around it are ignored. */
function lineValue(text: string, form: JudgementForm, count: number): VerdictValue | null {
  const bare = bareWord(text)
  if (form === 'pairwise') return pairwiseVerdict(bare)
  if (!/^\d+(?:\s*[>=]\s*\d+)*$/.test(bare)) return null
  return rankedOrder(
    bare.split('>').map((group) => group.split('=').map((place) => Number(place.trim()))),
    count,
  )
}

// Verdicts in marked lines of a text.

interface Mark<V> {
  verdict: V
  /**
   * The text before this mark, from the previous one or the start; and the text after it, up to the next one or the
   * end.
   */
  before: string
  after: string
}

/**
 * Reads every line of a text that bears the call's marker: its name and its value. If two of one name contradict each
 * other, the text cannot be read.
 * @param meaning  the verdict in the value of a mark; null if there is none
 * @returns the marks by name, or why they cannot be read
 */
export function readMarks<V>(
  text: string,
  marker: string,
  meaning: (value: string) => V | null,
): Map<string, Mark<V>> | { unreadable: string } {
  const byName = new Map<string, Mark<V>>()
  const start = `^[ \\t*_\`#-]*VERDICT[ \\t]+\\[?${marker}\\]?`
  const hits = [...text.matchAll(new RegExp(`${start}[ \\t]*\\[([^\\]\\n]*)\\][ \\t]*:([^\\n]*)$`, 'gim'))]
  for (const [index, hit] of hits.entries()) {
    const name = hit[1].trim().toLowerCase()
    const verdict = meaning(hit[2].trim())
    if (verdict === null) return { unreadable: `the mark "${brief(hit[0])}" holds no verdict` }
    const earlier = byName.get(name)
    if (earlier && JSON.stringify(earlier.verdict) !== JSON.stringify(verdict))
      return { unreadable: `two marks contradict each other on ${name}` }
    if (earlier) continue
    const from = index === 0 ? 0 : matchEnd(hits[index - 1])
    const to = hits[index + 1]?.index ?? text.length
    byName.set(name, { verdict, before: text.slice(from, hit.index), after: text.slice(matchEnd(hit), to) })
  }
  return byName
}

const matchEnd = (hit: RegExpExecArray | RegExpMatchArray) => hit.index! + hit[0].length

function brief(text: string): string {
  const line = text.trim().replace(/\s+/g, ' ')
  return line.length > 60 ? `${line.slice(0, 59)}…` : line
}

/** Removes the thinking that some models put in tags in front of a reply. */
export function withoutThinking(reply: string): string {
  return reply.replace(/^\s*<think(?:ing)?>[^]*?<\/think(?:ing)?>/i, '').trim()
}

/**
 * The JSON object that a text consists of, alone or in one code fence.
 * @returns null if the text is not a JSON object, or repeats a name in one object
 */
export function parseObjectReply(text: string): Record<string, unknown> | null {
  const inner = /^```(?:json5?)?[ \t]*\n([^]*?)\n?```$/i.exec(text)?.[1] ?? text
  let value: unknown
  try {
    value = JSON.parse(inner)
  } catch {
    return null
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  return hasDuplicateKeys(inner, value) ? null : (value as Record<string, unknown>)
}

const JSON_STRING = /"[^"\\]*(?:\\.[^"\\]*)*"(\s*:)?/g

/** JSON.parse silently keeps the last of two equal names, so a text with such a pair has more names than its value. */
function hasDuplicateKeys(json: string, value: unknown): boolean {
  let names = 0
  for (const [, colon] of json.matchAll(JSON_STRING)) if (colon) names++
  // by a list, because a reply may be nested deeper than calls can be
  for (const open = [value]; open.length > 0;) {
    const inner = open.pop()
    if (typeof inner !== 'object' || inner === null) continue
    if (!Array.isArray(inner)) names -= Object.keys(inner).length
    for (const part of Object.values(inner)) open.push(part)
  }
  return names > 0
}

// What a model said of one answer.

export type CheckVerdict = { passed: boolean; reason: string | null } | { unreadable: string }

/**
 * Reads the verdict of a check from its JSON field or its marked line.
 * @returns the verdict, or why the reply has none
 */
export function readCheck(reply: string, marker: string): CheckVerdict {
  const text = withoutThinking(reply)
  if (text.length > LONGEST_READ) return tooLong(text)
  const object = parseObjectReply(text)
  if (object) {
    const passed = yesOrNo(object['verdict'])
    return passed === null
      ? { unreadable: 'no valid verdict' }
      : { passed, reason: readReason(object['reason']) }
  }
  const marks = readMarks(text, marker, yesOrNo)
  if ('unreadable' in marks) return marks
  const mark = marks.get('check')
  return mark ? { passed: mark.verdict, reason: readReason(mark.before) } : { unreadable: NO_VERDICT }
}

function yesOrNo(value: unknown): boolean | null {
  if (typeof value !== 'string') return null
  const word = bareWord(value).toLowerCase()
  return word === 'yes' ? true : word === 'no' ? false : null
}
