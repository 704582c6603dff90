import { inLanguages, withTerms } from '../in-languages.ts'
import * as de from './de.ts'
import * as en from './en.ts'

export const rows = inLanguages({ en: en.rows, de: de.rows })
export const below = withTerms({ en: en.below, de: de.below })
