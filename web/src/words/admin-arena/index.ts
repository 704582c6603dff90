import { inLanguages } from '../in-languages.ts'
import * as de from './de.ts'
import * as en from './en.ts'

export const arena = inLanguages({ en: en.arena, de: de.arena })
export const archive = inLanguages({ en: en.archive, de: de.archive })
export const duplicate = inLanguages({ en: en.duplicate, de: de.duplicate })
export const erase = inLanguages({ en: en.erase, de: de.erase })
export const overview = inLanguages({ en: en.overview, de: de.overview })
export const jury = inLanguages({ en: en.jury, de: de.jury })
export const importing = inLanguages({ en: en.importing, de: de.importing })
export const tables = inLanguages({ en: en.tables, de: de.tables })
