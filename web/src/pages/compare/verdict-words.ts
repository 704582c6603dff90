import { comparisons } from '../../../../shared/messages/de/comparisons.ts'
import { forms } from '../../../../shared/messages/de/forms.ts'
import { addresses, views } from '../../../../shared/messages/de/views.ts'
import type { ComparisonLanguage } from '../../../../shared/finish/comparison.ts'
import { EQUAL } from '../../../../shared/stats/compare/gates.ts'
import { isolated } from '../../ui/directions.ts'
import { day, measure, formatPercent, numbers } from '../../ui/figures.ts'
import { words } from '../../words/words.ts'
import { messageTranslator } from '../../words/messages/index.ts'

/** Why two contestants cannot be compared. */
export const comparisonMessage = messageTranslator({ ...views, ...comparisons, ...addresses, ...forms })

/** Comparisons in the language of the page. */
export const say: ComparisonLanguage = {
  get words() {
    return words.compare.verdict
  },
  get counts() {
    return words.counts
  },
  name: isolated,
  message: ({ message, finding }) => comparisonMessage(message, finding).text,
  day: (at) => day(new Date(at)),
  share: formatPercent,
  fineShare: (share) => numbers().tenths(share),
  chance: (p) => numbers().chance(p),
  measure,
  equal: [1 - EQUAL, EQUAL],
}
