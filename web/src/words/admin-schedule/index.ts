import { inLanguages } from '../in-languages.ts'
import * as de from './de.ts'
import * as en from './en.ts'

export const schedule = inLanguages({ en: en.schedule, de: de.schedule })
