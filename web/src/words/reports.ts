import type { ReportLanguage } from '../../../shared/finish/report-view.ts'
import { numbers } from '../ui/figures.ts'
import { words } from './words.ts'

/** The reports beside a board in the language of the page, as state. */
export const reportLanguage: ReportLanguage = {
  get words() {
    return words.reports
  },
  get numbers() {
    return numbers()
  },
}
