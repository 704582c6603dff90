import { inLanguages } from '../in-languages.ts'
import { de } from './de.ts'
import { en } from './en.ts'

export const words = inLanguages({ en, de })
