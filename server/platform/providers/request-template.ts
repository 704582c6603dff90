/** What is sent to an HTTP endpoint or a command: the data of a call, and templates that are filled with it. */
import { atPointer } from './json-pointer.ts'
import type { CompletionRequest } from './provider.ts'

/** The data of one call, by the names of its placeholders. */
export interface CallData {
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

export function callDataOf({ model, system, messages, params, about }: CompletionRequest): CallData {
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
  if (Array.isArray(template)) return template.map((one) => fillTemplate(one, data))
  if (typeof template !== 'object' || template === null) return template
  return Object.fromEntries(Object.entries(template).map(([name, one]) => [name, fillTemplate(one, data)]))
}

function fillText(text: string, data: CallData): unknown {
  const [whole] = text.matchAll(PLACEHOLDER)
  if (whole && whole[0] === text.trim()) return valueOf(whole[1], data) ?? null
  return text.replace(PLACEHOLDER, (_, name: string) => {
    const value = valueOf(name, data) ?? ''
    return typeof value === 'string' ? value : JSON.stringify(value)
  })
}

const valueOf = (name: string, data: CallData): unknown => atPointer(data, `/${name.replace('.', '/')}`)

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
