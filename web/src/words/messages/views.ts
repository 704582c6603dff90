import { addresses } from '../../../../shared/messages/de/addresses.ts'
import { views } from '../../../../shared/messages/de/views.ts'
import { toldBy } from './told-by.ts'

/** What readers of a page can be refused: little, since every page brings it along. */
export const toldView = toldBy({ ...views, ...addresses })
