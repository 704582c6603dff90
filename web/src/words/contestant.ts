import type { ContestantLanguage } from '../../../shared/finish/contestant-view.ts'
import { causes as de } from '../../../shared/messages/de/causes.ts'
import { causes as en } from '../../../shared/messages/en/causes.ts'
import { isolated } from '../ui/directions.ts'
import { day } from '../ui/figures.ts'
import { language } from './language.svelte.ts'
import { inPageLanguage } from './reports.ts'
import { words } from './words.ts'

const CAUSES: Record<string, Partial<Record<string, string>>> = { en, de }

/** What is said of contestants in the language of the page, as state. */
export const contestantLanguage: ContestantLanguage = Object.assign(
  inPageLanguage(() => words.record),
  {
    name: isolated,
    day: (at: string) => day(new Date(at)),
    /** The server's own word if this page does not know it. */
    cause: (word: string) => CAUSES[language.code]?.[word] ?? word.replaceAll('_', ' '),
  },
)
