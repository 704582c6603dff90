import { withCommas } from '../../../../shared/sentence/index.ts'
import type { History } from '../../../../shared/contracts/index.ts'
import { paragraph, table } from './lines.ts'

/** Who was ahead on the board of each day. The ratings of everyone are in the JSON. */
export function historyLines({ points, countedLater }: History, width: number): string[] {
  if (points.length === 0) return paragraph('History: no board has been stored yet.', width)
  const open = countedLater.of - countedLater.counted
  return [
    ...paragraph(
      `History: the boards of earlier days and hours, oldest first. A star marks a board that was counted later, from the times of votes.${open > 0 ? ` ${open} more days are still to be counted.` : ''} --json has the rating of each contestant.`,
      width,
    ),
    '',
    ...table(
      ['first', 'board of', 'votes', 'rating'],
      points.map(({ at, countedLater: isLater, votes, winner, deadHeatForFirst, ratings }) => {
        const top = ratings.toSorted((a, b) => b.rating - a.rating)[0]
        const first =
          winner ?? (deadHeatForFirst.length > 0 ? `dead heat of ${deadHeatForFirst.length}` : 'nobody yet')
        return [
          first,
          `${at.slice(0, 16).replace('T', ' ')}${isLater ? ' *' : ''}`,
          withCommas(votes),
          top ? `${top.name} ${Math.round(top.rating)}` : '',
        ]
      }),
      { width },
    ),
  ]
}
