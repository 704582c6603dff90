import { comparisons } from '../../../../shared/messages/de/comparisons.ts'
import type { ComparisonLanguage } from '../../../../shared/finish/comparison.ts'
import { EQUAL } from '../../../../shared/stats/compare/gates.ts'
import { isolated } from '../../ui/directions.ts'
import { day, measure, formatPercent, numbers } from '../../ui/figures.ts'
import { words } from '../../words/words.ts'
import { messageTranslator } from '../../words/messages/index.ts'

/** What a verdict says of votes and judges. */
const comparisonMessage = messageTranslator(comparisons)

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
