import type { Comparison } from '../../../../shared/contracts/index.ts'
import { withCommas } from '../../../../shared/sentence/index.ts'
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
    range(one.sequence ? one.sequence.interval : one.interval),
    range(one.wilson),
    chance(one.signTest),
    chance(one.pHolm),
  ])

/** What the titles leave out. */
export const legendOf = ({ level, criteria, sequential }: Comparison): string =>
  sequential ? sequentialLegend(level, criteria.length) : fixedLegend(level, criteria.length)

const percentOf = (level: number): string => `${Number((100 * level).toPrecision(6))} %`

const sequentialLegend = (level: number, criteria: number): string =>
  `The interval holds ${percentOf(level)}${criteria > 1 ? ` for ${criteria} criteria together` : ''} at every look, of the mean over prompts; Wilson's of won/(won + lost), p and sign p hold for a single look and are not gated.`

const fixedLegend = (level: number, criteria: number): string =>
  `Intervals hold ${percentOf(level)}: of the win rate, clustered by prompt; and Wilson's of won/(won + lost). p: of the win rate${criteria > 1 ? `, with Holm's correction for ${criteria} criteria` : ''}; sign p: the exact sign test, printed and not gated.`
