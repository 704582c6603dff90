import { languageNumbers } from '../../sentence/numbers.ts'
import { formatFigure } from '../../sentence/words.ts'

/** 1.234 */
export const figure = formatFigure('de')

export const { counted: countWithNoun } = languageNumbers('de', ' ')

export const list = (names: readonly string[]): string => names.join(', ')
