import type { Message } from '../../shared/contracts/index.ts'

export interface NewPrompt {
  key: string
  /** Null if only the key of the prompt is known. */
  messages: Message[] | null
  category?: string | null
  reference?: string | null
  variables?: Record<string, unknown> | null
  context?: string[] | null
}

/** Whether a prompt's category is one of these. Null or no categories select all prompts, also those without one. */
export function isOfCategories(
  category: string | null | undefined,
  categories: readonly string[] | null | undefined,
): boolean {
  return !categories || (typeof category === 'string' && categories.includes(category))
}
