import { inLanguages } from '../in-languages.ts'
import * as de from './de.ts'
import * as en from './en.ts'

export const token = inLanguages({ en: en.token, de: de.token })
export const transcript = inLanguages({ en: en.transcript, de: de.transcript })
export const webAnswer = inLanguages({ en: en.webAnswer, de: de.webAnswer })
