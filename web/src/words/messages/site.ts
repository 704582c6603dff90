import { reading } from '../../../../shared/messages/de/reading.ts'
import { rows } from '../../../../shared/messages/de/rows.ts'
import { messageIn } from './message-in.ts'

/** Why a static site cannot recompute its board. */
export const siteMessage = messageIn({ ...rows, ...reading })
