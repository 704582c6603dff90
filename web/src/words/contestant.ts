import type { ContestantLanguage } from '../../../shared/finish/contestant-view.ts'
import { isolated } from '../ui/directions.ts'
import { day, numbers } from '../ui/figures.ts'
import { language } from './language.svelte.ts'
import { causeWord } from './messages/causes.ts'
import { words } from './words.ts'

/** What is said of contestants in the language of the page, as state. */
export const contestantLanguage: ContestantLanguage = {
  get code() {
    return language.code
  },
  get words() {
    return words.record
  },
  get numbers() {
    return numbers()
  },
  name: isolated,
  day: (at) => day(new Date(at)),
  cause: causeWord,
}
