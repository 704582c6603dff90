import { withTerms } from '../in-languages.ts'
import * as de from './de.ts'
import * as en from './en.ts'

export const challenge = withTerms({ en: en.challenge, de: de.challenge })
