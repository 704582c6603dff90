import type { Message } from '../../../../shared/contracts/index.ts'
import type { StandingPrompt } from '../../import/state-queries.ts'

/** A prompt as an arena.yaml or a row of a prompts file has it. */
export function promptWritten({ key, messages, category, reference, variables, context }: StandingPrompt) {
  return {
    id: key,
    ...said(messages!),
    ...(category !== null && { category }),
    ...(reference !== null && { reference }),
    ...(variables !== null && { variables }),
    ...(context !== null && { context }),
  }
}

function said(messages: Message[]): { text: string } | { messages: Message[] } {
  const [only, ...more] = messages
  const isText = only && more.length === 0 && only.role === 'user' && only.content.trim() !== ''
  return isText ? { text: only.content } : { messages }
}

/** Whether a row of a prompts file keeps it as it is: there is no space around what stands in a cell. */
export const fitsARow = ({ key, category, reference }: StandingPrompt): boolean =>
  [key, category, reference].every((cell) => cell === null || (cell !== '' && cell.trim() === cell))
