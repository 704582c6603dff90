import { formatFigure } from '../../sentence/words.ts'
import { type ShortList, shortListSize } from '../short-list.ts'

/** 1,234 */
export const figure = formatFigure('en')

/** 3 votes, 1 vote */
export const countWithNoun = (count: number, singular: string, plural = `${singular}s`): string =>
  `${figure(count)} ${count === 1 ? singular : plural}`

/** A share as a whole percentage: 0.7 → 70 % */
export const percent = (share: number): string => `${Math.round(100 * share)} %`

/** A share in percent, with a decimal below 10 %: 0.052 → 5.2 % */
export const finePercent = (share: number): string => `${(100 * share).toFixed(share < 0.1 ? 1 : 0)} %`

/** A level to two digits: 0.0019 → 0.19 % */
export const levelPercent = (level: number): string => `${Number((100 * level).toPrecision(2))} %`

export const list = (names: readonly string[]): string => names.join(', ')

/** "a", "b", "c" and 4 more */
export const named = ({ names, more }: ShortList): string =>
  names.map((name) => `"${name}"`).join(', ') + (more > 0 ? ` and ${more} more` : '')

/** there are "a", "b"; or there are none; or did you mean "a"? */
export const namesClause = (names: ShortList): string =>
  names.near
    ? `did you mean ${named(names)}?`
    : `there ${shortListSize(names) === 1 ? 'is' : 'are'} ${named(names) || 'none'}`

/** The same as the end of a sentence. */
export const namesClauseEnd = (names: ShortList): string => namesClause(names) + (names.near ? '' : '.')
