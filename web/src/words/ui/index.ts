import { inLanguages, withTerms } from '../in-languages.ts'
import * as de from './de.ts'
import * as en from './en.ts'

export const ui = withTerms({ en: en.ui, de: de.ui })
export const expectedRating = inLanguages({ en: en.expectedRating, de: de.expectedRating })
