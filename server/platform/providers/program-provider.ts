/**
 * What HTTP endpoints and commands share: the operator's own programs, which count no tokens. They are sent the data of a
 * call, or a template that is filled with it, and their reply has the answer.
 */
import { englishText } from '../../../shared/messages/index.ts'
import { readTranscript, type ReadTranscript } from '../read-transcript.ts'
import { isRecord, jsonIn } from '../json.ts'
import { toStorable } from '../storable.ts'
import { estimatedUsage } from './protocol.ts'
import { providerFault, ProviderError, type CompletionRequest, type Provider } from './provider.ts'

/**
 * A program as a provider.
 * @param costUsd what each call costs, also one whose reply cannot be read
 * @param answerTo makes one call
 */
export const programProvider = (
  costUsd: number,
  answerTo: (request: CompletionRequest) => Promise<ReadTranscript>,
): Provider => ({
  async complete(request) {
    const started = performance.now()
    const { text, steps } = await answerTo(request)
    request.onText?.(text)
    return {
      text,
      ...(steps.length > 0 && { transcript: steps }),
      finishReason: 'stop',
      usage: estimatedUsage(request, text),
      usageRefused: false,
      model: '',
      costUsd,
      latencyMs: performance.now() - started,
    }
  },
  knows: () => Promise.resolve(null),
  maxCostUsd: () => costUsd,
})

/** The data of one call, by the names of its placeholders. */
interface CallData {
  model: string
  /** The system text; empty if there is none. */
  system: string
  /** All messages, the system text first. */
  messages: { role: string; content: string }[]
  /** The last message of the user. */
  last: string
  /** The id of the prompt. */
  prompt: string
  /** The number of the answer among those to the same prompt, from 1. */
  sample: number
  /** The turn of the conversation that is answered, from 0. */
  turn: number
  params: Record<string, unknown>
}

const PLACEHOLDER = /\{\{\s*([a-z]+(?:\.[\w-]+)?)\s*\}\}/g
const NAMES = new Set<string>([
  'model',
  'system',
  'messages',
  'last',
  'prompt',
  'sample',
  'turn',
  'params',
] satisfies (keyof CallData)[])

export function templateData({ model, system, messages, params, about }: CompletionRequest): CallData {
  return {
    model,
    system: system ?? '',
    messages: [...(system === null ? [] : [{ role: 'system', content: system }]), ...messages],
    last: messages.findLast(({ role }) => role === 'user')?.content ?? '',
    prompt: about?.prompt ?? '',
    sample: about?.sample ?? 1,
    turn: about?.turn ?? 0,
    params,
  }
}

/**
 * A template with its placeholders replaced, in texts at any depth; names of fields stay. A text that is one placeholder
 * becomes its value, such as a list of messages. In a longer text, values that are no text are written as JSON.
 */
export function fillTemplate(template: unknown, data: CallData): unknown {
  if (typeof template === 'string') return fillText(template, data)
  if (Array.isArray(template)) return template.map((item) => fillTemplate(item, data))
  if (typeof template !== 'object' || template === null) return template
  return Object.fromEntries(Object.entries(template).map(([name, item]) => [name, fillTemplate(item, data)]))
}

function fillText(text: string, data: CallData): unknown {
  const [placeholder] = text.matchAll(PLACEHOLDER)
  if (placeholder && placeholder[0] === text.trim()) return placeholderValue(placeholder[1], data) ?? null
  return text.replace(PLACEHOLDER, (_, name: string) => {
    const value = placeholderValue(name, data) ?? ''
    return typeof value === 'string' ? value : JSON.stringify(value)
  })
}

const placeholderValue = (name: string, data: CallData): unknown =>
  atPointer(data, `/${name.replace('.', '/')}`)

/** The placeholders of a template that no call has. */
export function unknownPlaceholders(template: unknown): string[] {
  if (typeof template === 'string')
    return [...template.matchAll(/\{\{\s*(.*?)\s*\}\}/g)]
      .map(([, name]) => name)
      .filter((name) => !isKnown(name))
  if (typeof template !== 'object' || template === null) return []
  return [...new Set(Object.values(template).flatMap(unknownPlaceholders))]
}

const isKnown = (name: string): boolean => NAMES.has(name) || /^params\.[\w-]+$/.test(name)

// The answer in what an HTTP endpoint or a command sent.

interface AnswerPlace {
  provider: string
  /** Where it is in a reply in JSON; undefined: the whole reply, without white space at its ends. */
  pointer: string | undefined
  /** What the call cost. */
  costUsd: number
}

/**
 * Reads the answer: a text, or an agent's list of messages.
 * @throws {ProviderError} `unreadable`: it is no UTF-8, no JSON, has neither at the pointer, or the list cannot be read; `empty`
 */
export function readProgramReply(
  bytes: Uint8Array,
  { provider, pointer, costUsd }: AnswerPlace,
): ReadTranscript {
  const unreadable = (how: string) =>
    new ProviderError('unreadable', providerFault(provider, how), null, costUsd)
  let sent: string
  try {
    sent = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw unreadable('sent a reply that is not UTF-8 text')
  }
  const document = pointer === undefined ? undefined : jsonIn(sent)
  if (pointer !== undefined && document === undefined)
    throw unreadable('sent a reply that is not JSON. Without `answer`, the whole reply is the answer')
  const found = pointer === undefined ? sent.trim() : atPointer(document, pointer)
  const read = Array.isArray(found) ? readTranscript(found) : { text: found, steps: [] }
  if ('code' in read) throw unreadable(`sent messages that are no readable transcript: ${englishText(read)}`)
  const { text, steps } = read
  if (typeof text !== 'string') throw unreadable(`sent a reply without a text at "${pointer!}"`)
  if (text.trim() === '')
    throw new ProviderError('empty', providerFault(provider, 'sent an empty reply'), null, costUsd)
  return toStorable({ text, steps })
}

/** The answer and its transcript without the keys that came back in them. */
export const redactAnswer = (
  { text, steps }: ReadTranscript,
  withoutKeys: (text: string) => string,
): ReadTranscript => ({
  text: withoutKeys(text),
  steps: steps.map((step) => ({
    ...step,
    text: withoutKeys(step.text),
    ...(step.tool !== undefined && { tool: withoutKeys(step.tool) }),
  })),
})

// JSON Pointers, RFC 6901: `/choices/0/text`.

/** The value that a pointer names in a JSON document; undefined if there is none. The empty pointer names all of it. */
function atPointer(document: unknown, pointer: string): unknown {
  return pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce(readMember, document)
}

function readMember(holder: unknown, token: string): unknown {
  if (Array.isArray(holder)) return /^(0|[1-9]\d*)$/.test(token) ? holder[Number(token)] : undefined
  return isRecord(holder) && Object.hasOwn(holder, token) ? holder[token] : undefined
}
