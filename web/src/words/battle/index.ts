import { withTerms } from '../in-languages.ts'
import * as de from './de.ts'
import * as en from './en.ts'

export const battle = withTerms({ en: en.battle, de: de.battle })
export const disagreements = withTerms({ en: en.disagreements, de: de.disagreements })
