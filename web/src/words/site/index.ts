import { inLanguages } from '../in-languages.ts'
import * as de from './de.ts'
import * as en from './en.ts'

export const site = inLanguages({ en: en.site, de: de.site })
export const head = inLanguages({ en: en.head, de: de.head })
export const figures = inLanguages({ en: en.figures, de: de.figures })
export const failures = inLanguages({ en: en.failures, de: de.failures })
