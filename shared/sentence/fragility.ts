import type { Board } from '../contracts/board.ts'
import { words, type Language } from './words/index.ts'

const LISTED = 3

/** How few votes keep the leader in first place, in plain words. Null if fragility was not requested. */
export function fragilityText(
  { fragility, votes: total }: Pick<Board, 'fragility' | 'votes'>,
  language: Language = 'en',
): string | null {
  const say = words[language]
  if (fragility === undefined) return null
  if (fragility === null) return say.sturdy
  const { leader, becomes, votes, removed } = fragility
  const shown = removed
    .slice(0, LISTED)
    .map(({ winner, loser, tie, votes: count }) =>
      tie ? say.tiesOf(count, winner, loser) : say.winsOver(count, winner, loser),
    )
  const more = removed.length > LISTED ? ', …' : ''
  const percent = Number(((100 * votes) / total).toPrecision(2))
  return say.fragile(votes, total, percent, becomes, leader, shown.join(', ') + more)
}
