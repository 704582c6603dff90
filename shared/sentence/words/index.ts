import { de } from './de.ts'
import { en } from './en.ts'

/** The languages a board can be described in. */
export type Language = 'en' | 'de'

/** The words of a board by language. English is the original; the server speaks only English. */
export const words: Record<Language, typeof en> = { en, de }
