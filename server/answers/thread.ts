/** A prompt's messages as the thread that a contestant goes through. */
import type { Message } from '../../shared/contracts/index.ts'
import { msg } from '../../shared/messages/index.ts'
import type { CodedMessage } from '../../shared/messages/index.ts'

export interface Thread {
  /** What the prompt itself says to the system; null: nothing. */
  system: string | null
  /** What is said before, between and after: an `open` turn is the contestant's to give. */
  steps: ({ said: Message } | { open: true })[]
  /** What the contestant answers first. */
  text: string
  /** How many turns are the contestant's. */
  turns: number
}

/**
 * Each message of the user that no assistant's message follows is answered, in order.
 * @returns what is wrong with messages that leave nothing to answer or begin with an answer
 */
export function threadOf(messages: readonly Message[]): Thread | CodedMessage {
  const system = messages.filter(({ role }) => role === 'system').map(({ content }) => content)
  const talk = messages.filter(({ role }) => role !== 'system')
  if (talk[0]?.role === 'assistant') return msg('begins_with_assistant')
  const steps: Thread['steps'] = []
  let text: string | null = null
  for (const [i, said] of talk.entries()) {
    if (said.role === 'assistant' && talk[i - 1]?.role === 'assistant') return msg('assistants_in_a_row')
    steps.push({ said })
    if (said.role !== 'user' || talk[i + 1]?.role === 'assistant') continue
    text ??= said.content
    steps.push({ open: true })
  }
  if (text === null) return msg('nothing_to_answer')
  const turns = steps.filter((step) => 'open' in step).length
  return { system: system.length > 0 ? system.join('\n\n') : null, steps, text, turns }
}
