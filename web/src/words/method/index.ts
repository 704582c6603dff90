import { withTerms } from '../in-languages.ts'
import * as de from './de.ts'
import * as en from './en.ts'

export const method = withTerms({ en: en.method, de: de.method })
export const published = withTerms({ en: en.published, de: de.published })
