import { inLanguages } from '../in-languages.ts'
import * as de from './de.ts'
import * as en from './en.ts'

export const method = inLanguages({ en: en.method, de: de.method })
export const published = inLanguages({ en: en.published, de: de.published })
