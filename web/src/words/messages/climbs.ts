import { climbs } from '../../../../shared/messages/de/climbs.ts'
import { messageIn } from './message-in.ts'

/** What a climb warns of. */
export const climbMessage = messageIn(climbs)
