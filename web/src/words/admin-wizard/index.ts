import { withTerms } from '../in-languages.ts'
import * as de from './de.ts'
import * as en from './en.ts'

export const wizard = withTerms({ en: en.wizard, de: de.wizard })
