import type { Few } from '../few.ts'

/** „a“, „b“, „c“ und noch 4 */
export const named = ({ names, more }: Few): string =>
  names.map((name) => `„${name}“`).join(', ') + (more > 0 ? ` und noch ${more}` : '')

/** "odd": a given text in the quotation marks of the language. */
export const inQuotes = (text: string): string => text.replace(/^"(.*)"$/s, '„$1“')

/** Es gibt „a“, „b“; oder es gibt keine */
export const thereIs = (there: Few): string => `es gibt ${named(there) || 'keine'}`
