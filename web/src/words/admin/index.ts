import { inLanguages, withTerms } from '../in-languages.ts'
import * as de from './de.ts'
import * as en from './en.ts'

export const admin = withTerms({ en: en.admin, de: de.admin })
export const role = inLanguages({ en: en.role, de: de.role })
export const tokens = withTerms({ en: en.tokens, de: de.tokens })
export const notices = inLanguages({ en: en.notices, de: de.notices })
export const findings = withTerms({ en: en.findings, de: de.findings })
export const remove = inLanguages({ en: en.remove, de: de.remove })
