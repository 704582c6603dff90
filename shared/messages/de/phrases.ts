import { languageNumbers } from '../../sentence/numbers.ts'
import { formatFigure } from '../../sentence/words.ts'
import type { ShortList } from '../short-list.ts'

/** 1.234 */
export const figure = formatFigure('de')

const { counted, percent, finePercent, exactPercent } = languageNumbers('de', ' ')
export { counted as countWithNoun, percent, finePercent }

/** Ein Niveau auf zwei Stellen: 0.0019 → 0,19 % */
export const levelPercent = (level: number): string => exactPercent(level, 2)

export const list = (names: readonly string[]): string => names.join(', ')

/** „a“, „b“, „c“ und noch 4 */
export const named = ({ names, more }: ShortList): string =>
  names.map((name) => `„${name}“`).join(', ') + (more > 0 ? ` und noch ${more}` : '')

/** "odd": a given text in the quotation marks of the language. */
export const inQuotes = (text: string): string => text.replace(/^"(.*)"$/s, '„$1“')

/** Es gibt „a“, „b“; oder es gibt keine; oder gemeint war „a“? */
export const namesClause = (names: ShortList): string =>
  names.near ? `war ${named(names)} gemeint?` : `es gibt ${named(names) || 'keine'}`

/** Dasselbe als Ende eines Satzes. */
export const namesClauseEnd = (names: ShortList): string => namesClause(names) + (names.near ? '' : '.')
