import { climbs } from '../../../../shared/messages/de/climbs.ts'
import { messageTranslator } from './index.ts'

/** Warnings of a climb. */
export const climbMessage = messageTranslator(climbs)
