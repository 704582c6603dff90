import { inLanguages } from '../in-languages.ts'
import * as de from './de.ts'
import * as en from './en.ts'

export const battle = inLanguages({ en: en.battle, de: de.battle })
export const disagreements = inLanguages({ en: en.disagreements, de: de.disagreements })
