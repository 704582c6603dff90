import { climbs } from '../../../../shared/messages/de/climbs.ts'
import { messageIn } from './message-in.ts'

/** Warnings of a climb. */
export const climbMessage = messageIn(climbs)
