import { inLanguages, withTerms } from '../in-languages.ts'
import * as de from './de.ts'
import * as en from './en.ts'

export const vote = withTerms({ en: en.vote, de: de.vote })
export const differences = inLanguages({ en: en.differences, de: de.differences })
export const invited = inLanguages({ en: en.invited, de: de.invited })
export const preview = withTerms({ en: en.preview, de: de.preview })
export const proof = inLanguages({ en: en.proof, de: de.proof })
