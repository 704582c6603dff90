import { inLanguages, withTerms } from '../in-languages.ts'
import * as de from './de.ts'
import * as en from './en.ts'

export const panels = withTerms({ en: en.panels, de: de.panels })
export const pairs = withTerms({ en: en.pairs, de: de.pairs })
export const reports = withTerms({ en: en.reports, de: de.reports })
export const style = inLanguages({ en: en.style, de: de.style })
export const digest = inLanguages({ en: en.digest, de: de.digest })
export const ingredients = withTerms({ en: en.ingredients, de: de.ingredients })
