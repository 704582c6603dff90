import { withTerms } from '../in-languages.ts'
import * as de from './de.ts'
import * as en from './en.ts'

export const contestant = withTerms({ en: en.contestant, de: de.contestant })
