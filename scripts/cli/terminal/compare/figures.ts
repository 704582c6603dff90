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
  criteria.map((finding) => [
    finding.criterion,
    `${finding.wins}/${finding.losses}/${finding.ties}`,
    withCommas(finding.votes),
    percent(finding.winRate),
    range(finding.sequence ? finding.sequence.interval : finding.interval),
    range(finding.wilson),
    chance(finding.signTest),
    chance(finding.pHolm),
  ])

/** What the columns mean. */
export function legendOf({ level, criteria, sequential }: Comparison): string {
  if (!sequential) return fixedLegend(level, criteria)
  const ofVotes = criteria.some(({ sequence }) => sequence?.of === 'votes')
  return sequentialLegend(level, criteria.length, ofVotes ? 'win rate' : 'mean over prompts')
}

const GROUPED = { both: 'by prompt and voter', prompt: 'by prompt', voter: 'by voter', vote: null }

/** How votes are grouped, if it is the same under all criteria. */
function groupedBy(criteria: Comparison['criteria']): string {
  const [first, ...others] = new Set(criteria.map(({ cluster }) => GROUPED[cluster]))
  return first && others.length === 0 ? `, clustered ${first}` : ''
}

const percentOf = (level: number): string => `${Number((100 * level).toPrecision(6))} %`

const sequentialLegend = (level: number, criteria: number, what: string): string =>
  `Interval: ${percentOf(level)}${criteria > 1 ? ` for ${criteria} criteria together` : ''}, for the ${what}; it stays valid at every look. Of decisive: Wilson's interval of won/(won + lost). It, p and sign p are for a single look; the gate does not use them.`

const fixedLegend = (level: number, criteria: Comparison['criteria']): string =>
  `Interval: ${percentOf(level)}, for the win rate${groupedBy(criteria)}. Of decisive: Wilson's interval of won/(won + lost). p: for the win rate${criteria.length > 1 ? `, with Holm's correction for ${criteria.length} criteria` : ''}. Sign p: the exact sign test; the gate does not use it.`
