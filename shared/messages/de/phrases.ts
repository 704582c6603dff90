import { formatFigure } from '../../sentence/words.ts'
import type { ShortList } from '../short-list.ts'

/** 1.234 */
export const figure = formatFigure('de')

/** 3 Stimmen, 1 Stimme */
export const countWithNoun = (count: number, singular: string, plural: string): string =>
  `${figure(count)} ${count === 1 ? singular : plural}`

/** Ein Anteil als ganze Prozentzahl: 0.7 → 70 % */
export const percent = (share: number): string => `${Math.round(100 * share)} %`

/** Ein Anteil in Prozent, unter 10 % mit einer Stelle: 0.052 → 5,2 % */
export const finePercent = (share: number): string =>
  `${(100 * share).toFixed(share < 0.1 ? 1 : 0).replace('.', ',')} %`

/** Ein Niveau auf zwei Stellen: 0.0019 → 0,19 % */
export const levelPercent = (level: number): string => `${figure(Number((100 * level).toPrecision(2)))} %`

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
