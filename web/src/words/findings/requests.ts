import { requests } from '../../../../shared/findings/de/requests.ts'
import { toldBy } from './told-by.ts'

/** What the server refuses of a request; loaded with the first refusal. */
export const toldRequest = toldBy(requests)
