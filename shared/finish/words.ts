/** The words of boards by language. */
import type { Language } from '../contracts/language.ts'
import { de } from './words.de.ts'
import { en, type Words } from './words.en.ts'

export const WORDS: Record<Language, Words> = { en, de }
