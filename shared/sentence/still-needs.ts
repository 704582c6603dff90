import type { Board, BoardContestant } from '../contracts/board.ts'
import { withCommas } from './count.ts'

/** What a contestant without a rating still needs, in one plain line; null for a rated one. */
export function stillNeeds(
  { status, reason, votes }: BoardContestant,
  ties: Board['ties'] = 'half',
): string | null {
  const [orTie, maybeTie] = ties === 'half' ? [' or a tie', ' (or tie)'] : ['', '']
  if (status === 'rated') return null
  // Who has votes and is unrated all the same has none but ties, on a board that leaves ties out.
  if (status === 'unrated')
    return votes > 0 ? `nothing but ties in ${withCommas(votes)}, which are left out here` : 'no votes yet'
  if (reason === 'unbeaten') return `unbeaten in ${withCommas(votes)}: needs a loss${orTie}`
  if (reason === 'winless') return `winless in ${withCommas(votes)}: needs a win${orTie}`
  return `not linked to the others: needs both a win${maybeTie} and a loss${maybeTie} against those rated`
}
