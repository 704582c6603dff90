import { de } from '../../../../shared/messages/de/index.ts'
import { messageIn } from './index.ts'

/** All messages of the server, for pages that send files. It is large, so other pages load a part. */
export const serverMessage = messageIn(de)
