import { de } from '../../../../shared/messages/de/index.ts'
import { toldBy } from './told-by.ts'

/** Whatever the server finds wrong with files and requests: for pages that send files, since it weighs something. */
export const told = toldBy(de)
