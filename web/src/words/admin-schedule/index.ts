import { withTerms } from '../in-languages.ts'
import * as de from './de.ts'
import * as en from './en.ts'

export const schedule = withTerms({ en: en.schedule, de: de.schedule })
