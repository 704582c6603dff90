import type { Board, BoardContestant } from '../contracts/board.ts'
import { hasTooFewVotes } from './too-few-votes.ts'
import { words, type Language } from './words/index.ts'

/** With fewer prompts or voters, more votes on the same ones help little, so the line names them. */
const FEW_UNITS = 10

/** What a contestant without a shown number still needs, in one plain line. Null if its number is shown. */
export function stillNeeds(
  contestant: BoardContestant,
  ties: Board['ties'] = 'half',
  language: Language = 'en',
  cluster: Board['cluster'] = 'vote',
): string | null {
  const say = words[language]
  const half = ties === 'half'
  const { status, reason, votes, units } = contestant
  if (hasTooFewVotes(contestant)) {
    const isByUnit = (cluster === 'prompt' || cluster === 'voter') && units < FEW_UNITS && units < votes
    return isByUnit ? say.tooFewUnits[cluster](votes, units) : say.tooFewVotes(votes)
  }
  if (status === 'rated') return null
  // An unrated contestant with votes has only ties, on a board that ignores ties.
  if (status === 'unrated') return votes > 0 ? say.nothingButTies(votes) : say.noVotesYet
  if (reason === 'unbeaten') return say.unbeaten(votes, half)
  if (reason === 'winless') return say.winless(votes, half)
  return say.disconnected(half)
}
