import { addresses } from '../../../../shared/findings/de/addresses.ts'
import { views } from '../../../../shared/findings/de/views.ts'
import { toldBy } from './told-by.ts'

/** What readers of a page can be refused: little, since every page brings it along. */
export const toldView = toldBy({ ...views, ...addresses })
