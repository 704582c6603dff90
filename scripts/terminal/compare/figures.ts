import type { Comparison } from '../../../server/compare/index.ts'
import { withCommas } from '../../../shared/sentence/index.ts'
import { chance, percent, range } from '../reports/lines.ts'

export const TITLES = [
  'criterion',
  'won/lost/tied',
  'votes',
  'win rate',
  'interval',
  'of decisive',
  'sign p',
  'p',
]

/** One row per criterion, under TITLES. */
export const figureRows = ({ criteria }: Comparison): string[][] =>
  criteria.map((one) => [
    one.criterion,
    `${one.wins}/${one.losses}/${one.ties}`,
    withCommas(one.votes),
    percent(one.winRate),
    range(one.interval),
    range(one.wilson),
    chance(one.signTest),
    chance(one.pHolm),
  ])

/** What the titles leave out. */
export const legendOf = ({ level, criteria }: Comparison): string =>
  `Intervals hold ${Number((100 * level).toPrecision(6))} %: of the win rate, clustered by prompt; and Wilson's of won/(won + lost). p: of the win rate${criteria.length > 1 ? `, with Holm's correction for ${criteria.length} criteria` : ''}; sign p: the exact sign test, printed and not gated.`
