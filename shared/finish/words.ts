/** The words of boards by language. */
import { wordsByLanguage } from '../sentence/words.ts'
import { de } from './words.de.ts'
import { en } from './words.en.ts'

export const boardWords = wordsByLanguage({ en, de })

/** A level in per cent, to four digits: 0.95 → 95 */
export const levelPercent = (level: number): number => Number((100 * level).toPrecision(4))
