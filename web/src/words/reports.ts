import type { ReportLanguage } from '../../../shared/finish/report-view.ts'
import { numbers } from '../ui/figures.ts'
import { language } from './language.svelte.ts'
import { words } from './words.ts'

/** What a view of shared/finish needs to speak the language of the page, as state. @param readWords  the words of this view */
export const inPageLanguage = <Words>(readWords: () => Words) => ({
  get code() {
    return language.code
  },
  get words() {
    return readWords()
  },
  get numbers() {
    return numbers()
  },
})

/** The reports beside a board in the language of the page. */
export const reportLanguage: ReportLanguage = inPageLanguage(() => words.reports)
