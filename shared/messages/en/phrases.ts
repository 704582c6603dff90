import { languageNumbers } from '../../sentence/numbers.ts'
import { formatFigure } from '../../sentence/words.ts'
import { type ShortList, shortListSize } from '../short-list.ts'

/** 1,234 */
export const figure = formatFigure('en')

const { counted, percent, finePercent, exactPercent } = languageNumbers('en', ' ')
export { counted as countWithNoun, percent, finePercent }

/** A level to two digits: 0.0019 → 0.19 % */
export const levelPercent = (level: number): string => exactPercent(level, 2)

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
