import type { Language } from '../../../../shared/contracts/language.ts'
import { causes as de } from '../../../../shared/messages/de/causes.ts'
import { causes as en } from '../../../../shared/messages/en/causes.ts'
import { language } from '../language.svelte.ts'

type Words = Partial<Record<string, string>>
const words: Partial<Record<Language, Words>> & { en: Words } = { en, de }

/** The word for a cause in the language of the page; the server's own word if this page does not know it. */
export const causeWord = (word: string): string =>
  (words[language.code] ?? words.en)[word] ?? word.replaceAll('_', ' ')
