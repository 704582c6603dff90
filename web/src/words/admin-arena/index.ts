import { inLanguages, withTerms } from '../in-languages.ts'
import * as de from './de.ts'
import * as en from './en.ts'

export const arena = withTerms({ en: en.arena, de: de.arena })
export const archive = inLanguages({ en: en.archive, de: de.archive })
export const duplicate = inLanguages({ en: en.duplicate, de: de.duplicate })
export const erase = withTerms({ en: en.erase, de: de.erase })
export const overview = withTerms({ en: en.overview, de: de.overview })
export const jury = withTerms({ en: en.jury, de: de.jury })
export const importing = withTerms({ en: en.importing, de: de.importing })
export const tables = withTerms({ en: en.tables, de: de.tables })
