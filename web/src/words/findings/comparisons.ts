import { addresses } from '../../../../shared/findings/de/addresses.ts'
import { comparisons } from '../../../../shared/findings/de/comparisons.ts'
import { forms } from '../../../../shared/findings/de/forms.ts'
import { views } from '../../../../shared/findings/de/views.ts'
import { toldBy } from './told-by.ts'

/** Why two contestants cannot be compared, or not like this. */
export const toldComparison = toldBy({ ...views, ...comparisons, ...addresses, ...forms })
