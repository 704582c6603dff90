import { createHash } from 'node:crypto'
import type { Message } from '../../shared/contracts/index.ts'
import { canonicalJson } from '../platform/canonical-json.ts'
import { ProblemError } from '../platform/problem.ts'
import type { CompletionRequest } from '../platform/providers/provider.ts'
import { fillIn } from './fill-in.ts'
import type { PromptData } from './fill-in.ts'
import { threadOf } from './thread.ts'
import { msg } from '../../shared/messages/index.ts'

/** Of a contestant, what its answers are made from. */
export interface AnswerMaker {
  /** The protocol of its provider. */
  providerType: 'openai' | 'anthropic'
  model: string
  system: string | null
  template: string | null
  params: Record<string, unknown>
}

/** Of a prompt, what its answers are made from. */
export interface AnsweredPrompt {
  messages: readonly Message[]
  variables: Record<string, unknown> | null
  context: string[] | null
}

export interface ComposedAnswer {
  /** Of everything that is sent: an answer with another one is out of date. */
  sha256: string
  /** How many turns the contestant gives, each by a call of its own. */
  turns: number
  /** What the answer had retrieved: the context the prompt brings for all. */
  context: string[] | null
  /** The call for the next turn. @param said the contestant's turns so far */
  request(said: readonly string[]): CompletionRequest
}

/**
 * Composes what a contestant is asked on a prompt: its system prompt, filled in, before the prompt's own; its template,
 * filled in, in place of the first message it answers (`{{text}}` is that message); every later message of the user
 * as it is, behind the contestant's own turns.
 * @throws {ProblemError} when the messages leave nothing to answer
 */
export function composeAnswer(maker: AnswerMaker, prompt: AnsweredPrompt): ComposedAnswer {
  const thread = threadOf(prompt.messages)
  if ('code' in thread) throw new ProblemError('invalid_request', msg('prompt_thread', { wrong: thread }))
  const data: PromptData = { text: thread.text, variables: prompt.variables, context: prompt.context }
  const told = [maker.system && fillIn(maker.system, data), thread.system].filter(
    (part) => part !== null && part !== '',
  )
  const system = told.length > 0 ? told.join('\n\n') : null
  const first = thread.steps.findIndex((step) => 'open' in step) - 1
  const steps = thread.steps.map((step, i) =>
    i === first && maker.template !== null
      ? { said: { role: 'user' as const, content: fillIn(maker.template, data) } }
      : step,
  )
  const { providerType, model, params } = maker
  const sent = canonicalJson({ providerType, model, params, system, steps })
  return {
    sha256: createHash('sha256').update(sent).digest('hex'),
    turns: thread.turns,
    context: prompt.context,
    request: (said) => ({ model, system, messages: messagesAfter(steps, said), params }),
  }
}

/** The messages up to the first open turn that `said` does not fill. */
function messagesAfter(steps: readonly ({ said: Message } | { open: true })[], said: readonly string[]) {
  const messages: Message[] = []
  let given = 0
  for (const step of steps) {
    if ('said' in step) messages.push(step.said)
    else if (given < said.length) messages.push({ role: 'assistant', content: said[given++] })
    else break
  }
  return messages
}
