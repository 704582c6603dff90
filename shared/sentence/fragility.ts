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
  const percent = Number(((100 * votes) / total).toPrecision(2))
  const more = removed.slice(LISTED).reduce((sum, cell) => sum + cell.votes, 0)
  const which = shown.join(', ') + (more > 0 ? say.andMore(more) : '')
  return say.fragile(votes, total, percent, becomes, leader, which)
}
