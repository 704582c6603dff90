import { inLanguages } from '../in-languages.ts'
import * as de from './de.ts'
import * as en from './en.ts'

export const contestant = inLanguages({ en: en.contestant, de: de.contestant })
