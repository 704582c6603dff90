import { inLanguages, withTerms } from '../in-languages.ts'
import * as de from './de.ts'
import * as en from './en.ts'

export const log = inLanguages({ en: en.log, de: de.log })
export const suspects = withTerms({ en: en.suspects, de: de.suspects })
export const leaks = withTerms({ en: en.leaks, de: de.leaks })
export const injections = withTerms({ en: en.injections, de: de.injections })
