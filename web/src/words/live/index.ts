import { inLanguages } from '../in-languages.ts'
import * as de from './de.ts'
import * as en from './en.ts'

export const live = inLanguages({ en: en.live, de: de.live })
