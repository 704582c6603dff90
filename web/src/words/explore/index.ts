import { inLanguages } from '../in-languages.ts'
import * as de from './de.ts'
import * as en from './en.ts'

export const explore = inLanguages({ en: en.explore, de: de.explore })
