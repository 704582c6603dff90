/** What stands below a board, as text: the votes of each pair, its reports, and the boards before it. */
import type { BoardReports, HeadToHead, History, HistoryPoint } from '../../../shared/contracts/index.ts'
import { boardReportViews } from '../../../shared/finish/beside-board.ts'
import { boardWords, displayNames, longDay } from '../../../shared/finish/headline.ts'
import { layoutLines, plainNumbers, type Part } from '../../../shared/finish/lines.ts'
import { ENGLISH, viewLines } from '../../../shared/finish/report-lines.ts'
import type { Layout } from '../../platform/http/answer.ts'
import { headToHeadLines, namedMeetings } from '../../ratings/index.ts'

export const headToHeadText = (pairs: HeadToHead, { width }: Layout): string =>
  layoutLines(headToHeadLines(namedMeetings(pairs)), width).join('\n')

/** What the reports of a board say, a block for each. */
export function boardReportsText(reports: BoardReports, { width }: Layout): string {
  const { none, views } = boardReportViews(reports, ENGLISH)
  if (none !== null) return none
  const blocks = views.map((view) => layoutLines(viewLines(view), width).join('\n'))
  return blocks.join('\n\n') || 'The reports of this board have nothing to say.'
}

/** Each board of a history in a line, the newest first. */
export function historyText({ points, countedLater: { counted, of } }: History, { width }: Layout): string {
  if (points.length === 0) return 'No board of these votes is kept yet.'
  const parts: Part[] = [
    `${plainNumbers.counted(points.length, 'board')} of these votes, newest first. All results hold however often you look.`,
    '',
    {
      titles: ['day', 'first place', 'votes'],
      rows: points
        .toReversed()
        .map((point) => [dayWords(point), firstPlace(point), plainNumbers.integer(point.votes)]),
      names: 2,
    },
    ...(points.some(({ countedLater }) => countedLater)
      ? ['', '* counted later, from the times at which votes were cast.']
      : []),
    ...(counted < of ? ['', `${counted} of ${of} earlier days are counted so far.`] : []),
  ]
  return layoutLines(parts, width).join('\n')
}

const dayWords = ({ at, countedLater }: HistoryPoint): string =>
  `${longDay(at, 'en')} ${at.slice(11, 16)} UTC${countedLater ? ' *' : ''}`

function firstPlace({ state, leader, deadHeat }: HistoryPoint): string {
  const say = boardWords('en')
  if (leader !== null) return say[state === 'wins' ? 'wins' : 'leads'].alone({ name: leader })
  if (state === 'first_votes') return say.tooFewForRatings
  return `${say.deadHeat} ${plainNumbers.list(displayNames(deadHeat, 'en'))}`.trim()
}
