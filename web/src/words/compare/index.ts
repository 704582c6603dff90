import { withTerms } from '../in-languages.ts'
import * as de from './de.ts'
import * as en from './en.ts'

export const compare = withTerms({ en: en.compare, de: de.compare })
