import type { Message } from '../../../../shared/contracts/index.ts'
import type { StandingPrompt } from '../../import/state-queries.ts'

/** The entry of a prompt in arena.yaml or in a prompts file. */
export function promptEntry({ key, messages, category, reference, variables, context }: StandingPrompt) {
  return {
    id: key,
    ...messagesEntry(messages!),
    ...(category !== null && { category }),
    ...(reference !== null && { reference }),
    ...(variables !== null && { variables }),
    ...(context !== null && { context }),
  }
}

function messagesEntry(messages: Message[]): { text: string } | { messages: Message[] } {
  const [only, ...more] = messages
  const isText = only && more.length === 0 && only.role === 'user' && only.content.trim() !== ''
  return isText ? { text: only.content } : { messages }
}

/** Whether a row of a prompts file can hold this prompt unchanged: reading a row trims its cells. */
export const fitsIntoRow = ({ key, category, reference }: StandingPrompt): boolean =>
  [key, category, reference].every((cell) => cell === null || (cell !== '' && cell.trim() === cell))
