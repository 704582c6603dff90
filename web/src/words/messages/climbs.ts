import { climbs } from '../../../../shared/messages/de/climbs.ts'
import { messageIn } from './index.ts'

/** Warnings of a climb. */
export const climbMessage = messageIn(climbs)
