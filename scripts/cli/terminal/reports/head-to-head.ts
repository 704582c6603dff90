import { withCommas } from '../../../../shared/sentence/index.ts'
import type { HeadToHead } from '../../../../shared/contracts/index.ts'
import type { Meeting } from '../../../../server/ratings/reports/compute-reports.ts'
import { paragraph, percent, range, table } from './lines.ts'

/** The pairs of an arena, with the names of both. */
export const meetingsOf = ({ contestants, pairs }: HeadToHead): Meeting[] =>
  pairs.map(({ a, b, ...counts }) => ({ contestants: [contestants[a]!, contestants[b]!], ...counts }))

const votesOf = ({ wins, losses, ties }: Meeting): number => wins + losses + ties

/** The votes of each pair, those with the most votes first. */
export function headToHeadLines(meetings: readonly Meeting[], width: number): string[] {
  if (meetings.length === 0) return paragraph('Head to head: no pair has votes.', width)
  const rows = meetings
    .toSorted((a, b) => votesOf(b) - votesOf(a) || (a.contestants.join() < b.contestants.join() ? -1 : 1))
    .map((meeting) => [
      ...meeting.contestants,
      ...[meeting.wins, meeting.losses, meeting.ties].map(withCommas),
      meeting.interval ? percent(meeting.wins / (meeting.wins + meeting.losses)) : '',
      range(meeting.interval),
    ])
  return [
    ...paragraph(
      'Head to head: how often the first won, lost and tied; its share of wins and losses.',
      width,
    ),
    '',
    ...table(['contestant', 'against', 'won', 'lost', 'tied', 'wins', '95 %'], rows, { width, names: 2 }),
  ]
}
