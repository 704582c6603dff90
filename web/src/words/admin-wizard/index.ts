import { inLanguages } from '../in-languages.ts'
import * as de from './de.ts'
import * as en from './en.ts'

export const wizard = inLanguages({ en: en.wizard, de: de.wizard })
