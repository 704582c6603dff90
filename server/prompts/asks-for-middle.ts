import type { Message } from '../../shared/contracts/index.ts'

interface Asking {
  messages: readonly Message[]
  reference?: string | null
  variables?: Record<string, unknown> | null
}

/**
 * Whether a prompt asks for the missing middle of a text, as `dataset fill-in-the-middle` writes it. It has a
 * reference, and one message that shows the texts of the variables `before` and `after`.
 */
export function asksForMiddle({ messages, reference, variables }: Asking): boolean {
  const { before, after } = variables ?? {}
  const shows = (text: unknown) =>
    typeof text === 'string' && text.trim() !== '' && messages[0]!.content.includes(text)
  return !!reference && messages.length === 1 && shows(before) && shows(after)
}
