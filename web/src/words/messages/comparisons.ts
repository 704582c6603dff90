import { addresses, views } from '../../../../shared/messages/de/views.ts'
import { comparisons } from '../../../../shared/messages/de/comparisons.ts'
import { forms } from '../../../../shared/messages/de/forms.ts'
import { messageIn } from './index.ts'

/** Why two contestants cannot be compared. */
export const comparisonMessage = messageIn({ ...views, ...comparisons, ...addresses, ...forms })
