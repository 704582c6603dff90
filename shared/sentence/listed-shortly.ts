import { listed, MOST_LISTED } from './count.ts'
import { words, type Language } from './words/index.ts'

const NAMED_OF_MANY = 3

/** All names, or the first few and a count: A, B, C and 1,497 others. */
export function listedShortly(names: readonly string[], language: Language = 'en'): string {
  const { and, others } = words[language]
  if (names.length <= MOST_LISTED) return listed(names, and)
  return listed([...names.slice(0, NAMED_OF_MANY), others(names.length - NAMED_OF_MANY)], and)
}
