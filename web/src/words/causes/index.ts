import { inLanguages } from '../in-languages.ts'
import { de } from './de.ts'
import { en } from './en.ts'

const words = inLanguages({ en, de })

/** The word a cause begins with, in the language spoken; as the server says it where this page does not know it. */
export const causeWord = (word: string): string => words.here[word] ?? word.replaceAll('_', ' ')

/** A cause as the server keeps it, `rate_limited: …`: its word, and the provider's own line on it, if there is one. */
export function causeIn(cause: string): { said: string; line: string | null } {
  const [, word = cause, line = null] = /^(\w+): (.+)$/s.exec(cause) ?? []
  return { said: causeWord(word), line }
}

/** What a board lists of causes, "rate limited 3, unreadable 2". */
export const causesIn = (list: string): string =>
  list
    .split(', ')
    .map((one) => one.replace(/^[a-z][a-z ]*(?= \d)/, (words) => causeWord(words.replaceAll(' ', '_'))))
    .join(', ')
