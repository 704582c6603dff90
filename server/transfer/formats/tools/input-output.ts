/** Rows of tracing and evaluation tools: an input, an output, and perhaps what was expected. */
import { msg, type CodedMessage } from '../../../../shared/messages/index.ts'
import {
  numberField,
  structureField,
  textField,
  type Fields,
  parseObject,
  parseList,
  contentText,
} from '../fields.ts'
import { textId } from '../text-id.ts'
import { displayText, type FileHead, type Translated } from './tool-format.ts'

const ROLES = new Set(['system', 'user', 'assistant'])

/**
 * A row of a prompts file from an input: its messages if it is a conversation, otherwise its text.
 * @param id  a hash of the input if there is none
 * @returns null if it has no text
 */
export function promptOfInput(input: unknown, id: unknown, more: Fields = {}): Fields | null {
  const structure = structureField(input)
  const listed = Array.isArray(structure) ? structure : structureField(parseObject(structure)['messages'])
  if (Array.isArray(listed)) {
    const messages = listed.flatMap((message) => {
      const { role, content } = parseObject(message)
      const text = contentText(content)
      return text === null || !ROLES.has(String(role)) ? [] : [{ role, content: text }]
    })
    if (messages.some(({ role }) => role === 'user'))
      return { id: textField(id) ?? textId(JSON.stringify(messages)), messages, ...more }
  }
  const text = displayText(structure)
  return text === null ? null : { id: textField(id) ?? textId(text), text, ...more }
}

/** Keys of outputs under which tools and their users keep what an answer had retrieved. */
const PASSAGES = new Set(
  'context contexts documents retrieval_context retrieved_context retrieved_contexts retrieved_documents source_documents'.split(
    ' ',
  ),
)
/** Keys under which an answer is, if there are others beside it. */
const ANSWER = new Set(
  'answer completion content final_answer generated_text generation message output output_text prediction reply response result text'.split(
    ' ',
  ),
)
/** Keys that only describe a message. */
const OF_MESSAGE = new Set(['role', 'type'])

/** An answer as an output has it. */
interface ReadOutput {
  text: string
  /** What it had retrieved. */
  context: string[] | null
}

export type OutputReading = Pick<FileHead, 'renames' | 'notes' | 'outcomes'>

/**
 * The answer in an output: a text, the last message of a conversation, the value of the only key or of the one that names
 * an answer. Null: it has none.
 * @returns a fault if several keys may be the answer
 */
export function readOutput(output: unknown, how: OutputReading): ReadOutput | CodedMessage | null {
  const structure = structureField(output)
  if (typeof structure !== 'object' || structure === null || Array.isArray(structure)) {
    const last = Array.isArray(structure) ? parseObject(structure.at(-1))['content'] : null
    const text = contentText(last) ?? displayText(structure)
    return text === null ? null : { text, context: null }
  }
  const context: string[] = []
  const rest: [key: string, value: unknown][] = []
  let answer: [key: string, value: unknown] | undefined
  for (const [key, value] of Object.entries(structure)) {
    if (isEmpty(value)) continue
    const part = how.renames.findPart(key)
    if (part === 'answer') answer = [key, value]
    else if (part === 'context' || (part === undefined && PASSAGES.has(key)))
      context.push(...passagesIn(value))
    else if (part === undefined) rest.push([key, value])
  }
  answer ??= answerAmong(rest)
  if (!answer) {
    if (rest.length === 0) return null
    return msg('answer_unclear', { keys: rest.map(([key]) => key).slice(0, MAX_KEYS) })
  }
  for (const [key] of rest) if (key !== answer[0] && !isDescription(key)) how.notes.unread.add(key)
  const read = readOutput(answer[1], how)
  if (read === null || 'code' in read) return read
  const all = [...context, ...(read.context ?? [])]
  return { text: read.text, context: all.length > 0 ? all : null }
}

const MAX_KEYS = 12

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

const isDescription = (key: string): boolean => OF_MESSAGE.has(key)

/** The entry that holds the answer: that of a conversation or a model's reply, the only one, or the one that says so. */
function answerAmong(entries: [key: string, value: unknown][]): [string, unknown] | undefined {
  const object = Object.fromEntries(entries)
  if (Array.isArray(structureField(object['messages']))) return ['messages', object['messages']]
  const choice = parseObject(parseList(object['choices'])[0])
  if (Object.keys(choice).length > 0)
    return ['choices', parseObject(choice['message'])['content'] ?? choice['text']]
  const generation = parseObject([parseList(object['generations'])[0]].flat()[0])
  if (typeof generation['text'] === 'string') return ['generations', generation['text']]
  const candidates = entries.filter(([key]) => !isDescription(key))
  if (candidates.length === 1) return candidates[0]
  const named = candidates.filter(([key]) => ANSWER.has(key))
  return named.length === 1 ? named[0] : undefined
}

/** Passages as texts: one text, or a list of texts and documents. */
function passagesIn(value: unknown): string[] {
  const structure = structureField(value)
  return [structure].flat().flatMap((passage: unknown) => {
    const { page_content, text, content } = parseObject(passage)
    const read =
      [page_content, text, content].find((part) => typeof part === 'string') ?? displayText(passage)
    return typeof read === 'string' && read.trim() !== '' ? [read] : []
  })
}

interface InputOutput {
  id?: unknown
  input: unknown
  output: unknown
  expected?: unknown
  model: unknown
  tokens?: unknown
  costUsd?: unknown
  latencyMs?: unknown
}

/** One answer with its prompt. Numbers that are none are left out. */
export function answerRow(
  { id, input, output, expected, model, ...figures }: InputOutput,
  how: OutputReading,
): Translated | CodedMessage {
  const reference = displayText(expected)
  const prompt = promptOfInput(input, id, reference === null ? {} : { reference })
  if (!prompt) return msg('field_empty', { field: 'input' })
  const answer = readOutput(output, how)
  if (answer === null) return msg('no_answer')
  if ('code' in answer) return answer
  const counted = Object.entries(figures).filter(([, value]) => (numberField(value) ?? -1) >= 0)
  return { prompt, answers: [{ model, ...answer, ...Object.fromEntries(counted) }] }
}
