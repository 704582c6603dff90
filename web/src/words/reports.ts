import type { ReportLanguage } from '../../../shared/finish/report-view.ts'
import { numbers } from '../ui/figures.ts'
import { language } from './language.svelte.ts'
import { words } from './words.ts'

/** The reports beside a board in the language of the page, as state. */
export const reportLanguage: ReportLanguage = {
  get code() {
    return language.code
  },
  get words() {
    return words.reports
  },
  get numbers() {
    return numbers()
  },
}
