import type { Board } from '../contracts/board.ts'
import { withCommas } from './count.ts'

const LISTED = 3

/** How few votes hold the highest rated in its place, in plain words; null where nobody asked. */
export function fragilityText({ fragility, votes: total }: Board): string | null {
  if (fragility === undefined) return null
  if (fragility === null) return 'No removal of votes was found that would rate another highest.'
  const { leader, becomes, votes, removed } = fragility
  const shown = removed.slice(0, LISTED).map(({ winner, loser, tie, votes: count }) => {
    const what = tie ? `tie${count === 1 ? '' : 's'} of ${winner} and ${loser}` : `of ${winner} over ${loser}`
    return `${withCommas(count)} ${what}`
  })
  const more = removed.length > LISTED ? ', …' : ''
  const share = Number(((100 * votes) / total).toPrecision(2))
  return `Without ${votes === 1 ? 'a single one' : withCommas(votes)} of ${withCommas(total)} votes (${share} %), ${becomes} would be rated above ${leader}: ${shown.join(', ')}${more}.`
}
