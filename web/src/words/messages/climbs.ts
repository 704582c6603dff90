import { climbs } from '../../../../shared/messages/de/climbs.ts'
import { toldBy } from './told-by.ts'

/** What a climb warns of. */
export const toldClimb = toldBy(climbs)
