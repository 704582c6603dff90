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

/** Whether a prompt of this category is among those asked for; null or nothing asks for all, those without one too. */
export function isOfCategories(
  category: string | null | undefined,
  categories: readonly string[] | null | undefined,
): boolean {
  return !categories || (typeof category === 'string' && categories.includes(category))
}
