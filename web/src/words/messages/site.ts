import { reading, rows } from '../../../../shared/messages/de/rows.ts'
import { messageIn } from './index.ts'

/** Why a static site cannot recompute its board. */
export const siteMessage = messageIn({ ...rows, ...reading })
