import type { Message } from '../../../shared/contracts/index.ts'
import type { Fence } from './fence.ts'

/**
 * The messages of a prompt, each below its role; a single question has no line above it. User messages without an
 * assistant message after them are the turns that an answer replies to, and are numbered.
 */
export function promptLines(fence: Fence, messages: readonly Message[]): string[] {
  if (messages.length === 1 && messages[0].role === 'user') return [messages[0].content]
  let turn = 0
  return messages.flatMap(({ role, content }, index) => {
    const isTurn = role === 'user' && messages[index + 1]?.role !== 'assistant'
    return [fence.divider(isTurn ? `user, turn ${++turn}` : WHO[role]), content]
  })
}

const WHO = {
  system: 'instructions to the assistant',
  user: 'user, earlier',
  assistant: 'assistant, earlier',
}
