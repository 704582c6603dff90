import { withTerms } from '../in-languages.ts'
import * as de from './de.ts'
import * as en from './en.ts'
import { climbs } from '../../../../shared/messages/de/climbs.ts'
import { messageIn } from '../messages/index.ts'

export const climb = withTerms({ en: en.climb, de: de.climb })

/** Warnings of a climb. */
export const climbMessage = messageIn(climbs)
