import { inLanguages } from '../in-languages.ts'
import * as de from './de.ts'
import * as en from './en.ts'

export const people = inLanguages({ en: en.people, de: de.people })
export const agreement = inLanguages({ en: en.agreement, de: de.agreement })
export const voters = inLanguages({ en: en.voters, de: de.voters })
