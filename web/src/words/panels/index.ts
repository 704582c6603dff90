import { inLanguages } from '../in-languages.ts'
import * as de from './de.ts'
import * as en from './en.ts'

export const panels = inLanguages({ en: en.panels, de: de.panels })
export const pairs = inLanguages({ en: en.pairs, de: de.pairs })
export const reports = inLanguages({ en: en.reports, de: de.reports })
export const style = inLanguages({ en: en.style, de: de.style })
export const digest = inLanguages({ en: en.digest, de: de.digest })
export const ingredients = inLanguages({ en: en.ingredients, de: de.ingredients })
