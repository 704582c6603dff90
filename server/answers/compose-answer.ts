import { createHash } from 'node:crypto'
import {
  isExternalProgram,
  type Message,
  type ProviderOptions,
  type ProviderType,
} from '../../shared/contracts/index.ts'
import { canonicalJson } from '../platform/json.ts'
import { ProblemError } from '../platform/problem.ts'
import type { PromptContent } from '../prompts/index.ts'
import type { CompletionRequest } from '../platform/providers/provider.ts'
import { msg } from '../../shared/messages/index.ts'
import {
  Expectation,
  estimateTokenSum,
  type ExpectedCalls,
  type PriceTable,
} from '../platform/providers/index.ts'

/** The part of a contestant that its answers depend on. */
export interface GenerationConfig {
  /** The protocol of its provider. */
  providerType: ProviderType
  /** What its provider sends, if that is no server of models, and what a call costs. */
  options?: ProviderOptions
  model: string
  system: string | null
  template: string | null
  params: Record<string, unknown>
}

/** The part of a prompt that its answers depend on. */
type AnsweredPrompt = Pick<PromptContent, 'messages' | 'variables' | 'context'>

export interface ComposedAnswer {
  /** The hash of everything that is sent. An answer with another hash is outdated. */
  sha256: string
  /** The number of the contestant's turns, each made by one call. */
  turns: number
  /** The retrieved context of the answer, which the prompt has for all contestants. */
  context: readonly string[] | null
  /** The call for the next turn. @param turns the contestant's turns so far */
  request(turns: readonly string[]): CompletionRequest
}

/**
 * Composes the request for a contestant's answer to a prompt. The contestant's system prompt comes before the prompt's.
 * Its template replaces the first message that is answered (`{{text}}` is that message). Later messages of the user are
 * sent unchanged, after the contestant's turns. Placeholders of system prompt and template are filled in.
 * @param sample  which of several answers to the prompt, from 1
 * @throws {ProblemError} if the messages have nothing to answer
 */
export function composeAnswer(
  contestant: GenerationConfig,
  prompt: AnsweredPrompt,
  sample = 1,
): ComposedAnswer {
  const thread = composeThread(prompt.messages)
  if ('wrong' in thread) throw new ProblemError('invalid_request', msg('prompt_thread', thread))
  const data: PromptData = { text: thread.text, variables: prompt.variables, context: prompt.context }
  const systemTexts = [contestant.system && fillIn(contestant.system, data), thread.system].filter(
    (part) => part !== null && part !== '',
  )
  const system = systemTexts.length > 0 ? systemTexts.join('\n\n') : null
  const first = thread.steps.findIndex((step) => 'open' in step) - 1
  const steps = thread.steps.map((step, i) =>
    i === first && contestant.template !== null
      ? { message: { role: 'user' as const, content: fillIn(contestant.template, data) } }
      : step,
  )
  const { providerType, model } = contestant
  const params = sampleParams(contestant.params, sample)
  const sent = canonicalJson({ providerType, model, params, system, steps, ...providerRequest(contestant) })
  return {
    sha256: createHash('sha256').update(sent).digest('hex'),
    turns: thread.turns,
    context: prompt.context,
    request: (turns) => ({ model, system, messages: messagesAfter(steps, turns), params }),
  }
}

/** The part of an HTTP endpoint or a command that its answers depend on. Its address may change, like that of a server. */
function providerRequest({ providerType, options = {} }: GenerationConfig): object {
  if (!isExternalProgram(providerType)) return {}
  const { method, query, body, command, answer } = options
  const request = { method, query, body, command, answer }
  return { request: Object.fromEntries(Object.entries(request).filter(([, value]) => value !== undefined)) }
}

/** The same `seed` may give the same answer again, so each further sample is sent the next seed. */
function sampleParams(params: GenerationConfig['params'], sample: number): GenerationConfig['params'] {
  const { seed } = params
  return sample > 1 && Number.isInteger(seed) ? { ...params, seed: Number(seed) + sample - 1 } : params
}

/** The messages up to the first open turn that `turns` does not fill. */
function messagesAfter(steps: readonly ({ message: Message } | { open: true })[], turns: readonly string[]) {
  const messages: Message[] = []
  let nextTurn = 0
  for (const step of steps) {
    if ('message' in step) messages.push(step.message)
    else if (nextTurn < turns.length) messages.push({ role: 'assistant', content: turns[nextTurn++] })
    else break
  }
  return messages
}

export const EXPECTED_TURN_TOKENS = 300

/** The calls that these answers need, one for each turn, and an estimate of their cost. */
export function estimateAnswerCalls(
  missing: Iterable<{ contestant: GenerationConfig; prompt: AnsweredPrompt }>,
  prices: PriceTable,
): ExpectedCalls {
  const expected = new Expectation(prices)
  for (const { contestant, prompt } of missing) {
    const { turns, request } = composeAnswer(contestant, prompt)
    const caller = { ...contestant, callUsd: programCost(contestant) }
    const earlierTurns: string[] = []
    for (let turn = 0; turn < turns; turn++) {
      const { system, messages } = request(earlierTurns)
      const inputTokens = estimateTokenSum([system ?? '', ...messages.map(({ content }) => content)])
      expected.add(caller, inputTokens + turn * EXPECTED_TURN_TOKENS, EXPECTED_TURN_TOKENS)
      earlierTurns.push('')
    }
  }
  return expected
}

/** What a call of an HTTP endpoint or a command costs, in US dollars; undefined: the price table says it. */
const programCost = ({ providerType, options }: GenerationConfig): number | undefined =>
  isExternalProgram(providerType) ? (options?.costUsd ?? 0) : undefined

// Placeholders in system prompts and templates: `{{text}}`, `{{context}}`, `{{variables.NAME}}`.

/** The values of a prompt for placeholders. */
interface PromptData extends Pick<PromptContent, 'variables' | 'context'> {
  /** The message to answer. */
  text: string
}

const PLACEHOLDER = /\{\{\s*([^{}]*?)\s*\}\}/g

/** The names of the placeholders in a text, each once, in order of appearance. */
export function placeholdersIn(text: string): string[] {
  return [...new Set([...text.matchAll(PLACEHOLDER)].map(([, name]) => name!))]
}

/** Whether a prompt can have a value for the placeholder. The reference has none, because contestants never see it. */
export const isPlaceholder = (name: string): boolean => /^(?:text|context|variables\..+)$/.test(name)

/** The value of a placeholder for this prompt; null if the prompt has none. */
export function placeholderValue(name: string, { text, variables, context }: PromptData): string | null {
  if (name === 'text') return text
  if (name === 'context') return context && context.length > 0 ? contextAsText(context) : null
  if (!name.startsWith('variables.')) return null
  const value = variableNamed(name.slice('variables.'.length), variables ?? {})
  if (value === undefined || value === null) return null
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** Fills in every placeholder of a text; those without a value become empty. */
function fillIn(text: string, data: PromptData): string {
  return replacePlaceholders(text, (name) => placeholderValue(name, data) ?? '')
}

export function replacePlaceholders(text: string, replacement: (name: string) => string): string {
  return text.replace(PLACEHOLDER, (_all, name: string) => replacement(name))
}

/** One passage unchanged; several with numbers. */
function contextAsText(context: readonly string[]): string {
  if (context.length === 1) return context[0]
  return context.map((passage, i) => `[${i + 1}] ${passage}`).join('\n\n')
}

/** `a.b` is the variable of that name or, if there is none, `b` in the variable `a`. */
function variableNamed(name: string, variables: object): unknown {
  if (Object.hasOwn(variables, name)) return (variables as Record<string, unknown>)[name]
  const dot = name.indexOf('.')
  const inner: unknown = dot > 0 ? variableNamed(name.slice(0, dot), variables) : undefined
  return typeof inner === 'object' && inner !== null ? variableNamed(name.slice(dot + 1), inner) : undefined
}

// A prompt's messages as a thread with open turns for the contestant.

interface Thread {
  /** The prompt's own system message; null if it has none. */
  system: string | null
  /** The messages in order; the contestant fills each `open` turn. */
  steps: ({ message: Message } | { open: true })[]
  /** The first message that the contestant answers. */
  text: string
  /** The number of the contestant's turns. */
  turns: number
}

/**
 * The contestant answers each user message that no assistant message follows, in order.
 * @returns a message if nothing is left to answer, or if the messages begin with an answer
 */
export function composeThread(messages: readonly Message[]): Thread | { wrong: string } {
  const system = messages.filter(({ role }) => role === 'system').map(({ content }) => content)
  const talk = messages.filter(({ role }) => role !== 'system')
  if (talk[0]?.role === 'assistant')
    return { wrong: 'starts with an assistant message; start with a user message' }
  const steps: Thread['steps'] = []
  let text: string | null = null
  for (const [i, message] of talk.entries()) {
    if (message.role === 'assistant' && talk[i - 1]?.role === 'assistant')
      return { wrong: 'has two assistant messages in a row; merge them into one' }
    steps.push({ message })
    if (message.role !== 'user' || talk[i + 1]?.role === 'assistant') continue
    text ??= message.content
    steps.push({ open: true })
  }
  if (text === null) return { wrong: 'has nothing to answer: its last message must be a user message' }
  const turns = steps.filter((step) => 'open' in step).length
  return { system: system.length > 0 ? system.join('\n\n') : null, steps, text, turns }
}
