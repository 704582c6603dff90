import { causes as de } from '../../../../shared/messages/de/causes.ts'
import { causes as en } from '../../../../shared/messages/en/causes.ts'
import { inLanguages } from '../in-languages.ts'

const words = inLanguages<Partial<Record<string, string>>>({ en, de })

/** The word a cause begins with, in the language spoken; as the server says it where this page does not know it. */
export const causeWord = (word: string): string => words.here[word] ?? word.replaceAll('_', ' ')

/** A cause as the server keeps it, `rate_limited: …`: its word, and the provider's own line on it, if there is one. */
export function causeIn(cause: string): { said: string; line: string | null } {
  const [, word = cause, line = null] = /^(\w+): (.+)$/s.exec(cause) ?? []
  return { said: causeWord(word), line }
}
