import { de } from '../../../../shared/messages/de/index.ts'
import { messageIn } from './message-in.ts'

/** Whatever the server finds wrong with files and requests: for pages that send files, since it weighs something. */
export const told = messageIn(de)
