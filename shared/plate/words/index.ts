import type { Language } from '../../sentence/index.ts'
import { de } from './de.ts'
import { en } from './en.ts'

/** The words of a picture of a board by language. */
export const words: Record<Language, typeof en> = { en, de }
