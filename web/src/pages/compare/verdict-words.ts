import { comparisons } from '../../../../shared/messages/de/comparisons.ts'
import { forms } from '../../../../shared/messages/de/forms.ts'
import { addresses, views } from '../../../../shared/messages/de/views.ts'
import type { ComparisonSay } from '../../../../shared/finish/comparison.ts'
import { EQUAL } from '../../../../shared/stats/compare/gates.ts'
import { isolated } from '../../ui/directions.ts'
import { day, measure, share } from '../../ui/figures.ts'
import { chance, fineShare } from '../../ui/shares.ts'
import { words } from '../../words/words.ts'
import { messageIn } from '../../words/messages/index.ts'

/** Why two contestants cannot be compared. */
export const comparisonMessage = messageIn({ ...views, ...comparisons, ...addresses, ...forms })

/** Comparisons in the language of the page. */
export const say: ComparisonSay = {
  get words() {
    return words.compare.verdict
  },
  get counts() {
    return words.counts
  },
  name: isolated,
  message: ({ message, finding }) => comparisonMessage(message, finding).text,
  day: (at) => day(new Date(at)),
  share,
  fineShare,
  chance,
  measure,
  equal: [1 - EQUAL, EQUAL],
}
