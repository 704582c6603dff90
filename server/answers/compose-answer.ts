import { createHash } from 'node:crypto'
import {
  isOwnProgram,
  type Message,
  type ProviderOptions,
  type ProviderType,
} from '../../shared/contracts/index.ts'
import { canonicalJson } from '../platform/canonical-json.ts'
import { ProblemError } from '../platform/http/http.ts'
import type { CompletionRequest } from '../platform/providers/provider.ts'
import { fillIn, type PromptData } from './fill-in.ts'
import { threadOf } from './thread.ts'
import { msg } from '../../shared/messages/index.ts'

/** The part of a contestant that its answers depend on. */
export interface AnsweringContestant {
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
export interface AnsweredPrompt {
  messages: readonly Message[]
  variables: Record<string, unknown> | null
  context: string[] | null
}

export interface ComposedAnswer {
  /** The hash of everything that is sent. An answer with another hash is outdated. */
  sha256: string
  /** The number of the contestant's turns, each made by one call. */
  turns: number
  /** The retrieved context of the answer, which the prompt has for all contestants. */
  context: string[] | null
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
  contestant: AnsweringContestant,
  prompt: AnsweredPrompt,
  sample = 1,
): ComposedAnswer {
  const thread = threadOf(prompt.messages)
  if ('code' in thread) throw new ProblemError('invalid_request', msg('prompt_thread', { wrong: thread }))
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
  const params = paramsOf(contestant.params, sample)
  const sent = canonicalJson({ providerType, model, params, system, steps, ...ownRequest(contestant) })
  return {
    sha256: createHash('sha256').update(sent).digest('hex'),
    turns: thread.turns,
    context: prompt.context,
    request: (turns) => ({ model, system, messages: messagesAfter(steps, turns), params }),
  }
}

/** The part of an HTTP endpoint or a command that its answers depend on. Its address may change, like that of a server. */
function ownRequest({ providerType, options = {} }: AnsweringContestant): object {
  if (!isOwnProgram(providerType)) return {}
  const { method, query, body, command, answer } = options
  const request = { method, query, body, command, answer }
  return { request: Object.fromEntries(Object.entries(request).filter(([, value]) => value !== undefined)) }
}

/** The same `seed` may give the same answer again, so each further sample is sent the next seed. */
function paramsOf(params: AnsweringContestant['params'], sample: number): AnsweringContestant['params'] {
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
