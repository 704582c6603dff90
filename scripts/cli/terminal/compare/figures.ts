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
export function legendOf({ level, criteria, sequential }: Comparison): string {
  if (!sequential) return fixedLegend(level, criteria)
  const ofVotes = criteria.some(({ sequence }) => sequence?.of === 'votes')
  return sequentialLegend(level, criteria.length, ofVotes ? 'win rate' : 'mean over prompts')
}

const GROUPED = { both: 'by prompt and voter', prompt: 'by prompt', voter: 'by voter', vote: null }

/** How votes are grouped, where that is the same under all criteria. */
function groupedBy(criteria: Comparison['criteria']): string {
  const [first, ...others] = new Set(criteria.map(({ cluster }) => GROUPED[cluster]))
  return first && others.length === 0 ? `, clustered ${first}` : ''
}

const percentOf = (level: number): string => `${Number((100 * level).toPrecision(6))} %`

const sequentialLegend = (level: number, criteria: number, what: string): string =>
  `The interval holds ${percentOf(level)}${criteria > 1 ? ` for ${criteria} criteria together` : ''} at every look, of the ${what}; Wilson's of won/(won + lost), p and sign p hold for a single look and are not gated.`

const fixedLegend = (level: number, criteria: Comparison['criteria']): string =>
  `Intervals hold ${percentOf(level)}: of the win rate${groupedBy(criteria)}; and Wilson's of won/(won + lost). p: of the win rate${criteria.length > 1 ? `, with Holm's correction for ${criteria.length} criteria` : ''}; sign p: the exact sign test, printed and not gated.`
