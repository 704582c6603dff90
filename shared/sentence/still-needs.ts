import type { Board, BoardContestant } from '../contracts/board.ts'
import { words, type Language } from './words/index.ts'

/** What a contestant without a rating still needs, in one plain line; null for a rated one. */
export function stillNeeds(
  { status, reason, votes }: BoardContestant,
  ties: Board['ties'] = 'half',
  language: Language = 'en',
): string | null {
  const say = words[language]
  const half = ties === 'half'
  if (status === 'rated') return null
  // Who has votes and is unrated all the same has none but ties, on a board that leaves ties out.
  if (status === 'unrated') return votes > 0 ? say.nothingButTies(votes) : say.noVotesYet
  if (reason === 'unbeaten') return say.unbeaten(votes, half)
  if (reason === 'winless') return say.winless(votes, half)
  return say.disconnected(half)
}
