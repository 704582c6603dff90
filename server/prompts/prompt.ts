import type { Message } from '../../shared/contracts/index.ts'

export interface NewPrompt {
  key: string
  /** Null for a prompt of which only the key is known. */
  messages: Message[] | null
  category?: string | null
  reference?: string | null
  variables?: Record<string, unknown> | null
  context?: string[] | null
}
