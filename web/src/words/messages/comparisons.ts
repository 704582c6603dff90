import { addresses } from '../../../../shared/messages/de/addresses.ts'
import { comparisons } from '../../../../shared/messages/de/comparisons.ts'
import { forms } from '../../../../shared/messages/de/forms.ts'
import { views } from '../../../../shared/messages/de/views.ts'
import { messageIn } from './message-in.ts'

/** Why two contestants cannot be compared. */
export const comparisonMessage = messageIn({ ...views, ...comparisons, ...addresses, ...forms })
