import { withTerms } from '../in-languages.ts'
import * as de from './de.ts'
import * as en from './en.ts'

export const people = withTerms({ en: en.people, de: de.people })
export const agreement = withTerms({ en: en.agreement, de: de.agreement })
export const voters = withTerms({ en: en.voters, de: de.voters })
