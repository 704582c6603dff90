/** Shares with their intervals, in words for the terminal. */
import type {
  AgreementFigures,
  JudgeFigures,
  PairedAgreement,
  Preference,
  Share,
} from '../../../shared/contracts/index.ts'
import { coefficient } from '../../../shared/sentence/numbers.ts'
import { plainNumbers, visible, wrap } from '../../../shared/finish/lines.ts'
import { complement } from '../../../shared/finish/report-view.ts'
import { columnWidth } from '../../../shared/finish/text.ts'

const { share: inPercent, shareRange, integer } = plainNumbers

/** `90 % (80–95 %) of 60`: the share, its interval, and the count it is of. */
export function shareWords({ share, interval, n }: Share): string {
  if (share === null || interval === null) return '– (of none)'
  return `${inPercent(share)} (${shareRange(interval)}) of ${integer(n)}`
}

/** The share, with κ if it is known. */
export const agreementWords = (figures: AgreementFigures): string =>
  shareWords(figures) + (figures.kappa === null ? '' : `, κ ${figures.kappa.toFixed(2)}`)

/** The share and κ with its interval, of two raters on the same pairs under a criterion. */
export const pairedWords = ({ criterion, agreement, kappaInterval }: PairedAgreement): string =>
  `${shareWords(agreement)}, κ ${coefficient(agreement.kappa, kappaInterval, plainNumbers)} (${criterion})`

/** The share, with the share of people on the same pairs if any voted. */
export function preferenceWords(preference: Preference): string {
  const { judgeOnShared, humansOnShared } = preference
  if (humansOnShared.n === 0) return shareWords(preference)
  return `${shareWords(preference)}; on shared pairs: judge ${shareWords(judgeOnShared)}, people ${shareWords(humansOnShared)}`
}

/** One line about a part of a judge's votes. */
export const sliceWords = ({
  decisive,
  threeWay,
  consistency,
}: Pick<JudgeFigures, 'decisive' | 'threeWay' | 'consistency'>): string =>
  `${agreementWords(decisive)}; with ties ${agreementWords(threeWay)}; flips with order ${shareWords(complement(consistency))}`

const INDENT = '  '
const LABEL = 20

/**
 * A label with its text, wrapped to `width` columns beside it, or below it if the label is too long.
 * @param depth  how many steps the label is indented
 */
export function labelled(label: string, text: string, width: number, depth = 1): string[] {
  const open = INDENT.repeat(depth) + visible(label)
  const lines = wrap(visible(text), width - LABEL - 2, INDENT)
  const beside = columnWidth(open) <= LABEL
  const head = beside
    ? []
    : wrap(visible(label), width - 2 * depth, INDENT).map((line) => INDENT.repeat(depth) + line)
  return [
    ...head,
    ...lines.map((line, i) => {
      const before = i === 0 && beside ? open : ''
      return `${before}${' '.repeat(LABEL + 2 - columnWidth(before))}${line}`.trimEnd()
    }),
  ]
}
