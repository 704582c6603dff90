/** A prompt's messages as a thread with open turns for the contestant. */
import type { Message } from '../../shared/contracts/index.ts'
import { msg } from '../../shared/messages/index.ts'
import type { CodedMessage } from '../../shared/messages/index.ts'

export interface Thread {
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
export function threadOf(messages: readonly Message[]): Thread | CodedMessage {
  const system = messages.filter(({ role }) => role === 'system').map(({ content }) => content)
  const talk = messages.filter(({ role }) => role !== 'system')
  if (talk[0]?.role === 'assistant') return msg('begins_with_assistant')
  const steps: Thread['steps'] = []
  let text: string | null = null
  for (const [i, message] of talk.entries()) {
    if (message.role === 'assistant' && talk[i - 1]?.role === 'assistant') return msg('assistants_in_a_row')
    steps.push({ message })
    if (message.role !== 'user' || talk[i + 1]?.role === 'assistant') continue
    text ??= message.content
    steps.push({ open: true })
  }
  if (text === null) return msg('nothing_to_answer')
  const turns = steps.filter((step) => 'open' in step).length
  return { system: system.length > 0 ? system.join('\n\n') : null, steps, text, turns }
}
