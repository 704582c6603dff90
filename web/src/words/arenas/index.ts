import { inLanguages, withTerms } from '../in-languages.ts'
import * as de from './de.ts'
import * as en from './en.ts'

export const arenas = withTerms({ en: en.arenas, de: de.arenas })
export const missing = inLanguages({ en: en.missing, de: de.missing })
