import type { BoardContestant } from '../contracts/board.ts'
import { withCommas } from './count.ts'

/** What a contestant without a rating still needs, in one plain line; null for a rated one. */
export function stillNeeds({ status, reason, votes }: BoardContestant): string | null {
  if (status === 'rated') return null
  if (status === 'unrated') return 'no votes yet'
  if (reason === 'unbeaten') return `unbeaten in ${withCommas(votes)}: needs a loss or a tie`
  if (reason === 'winless') return `winless in ${withCommas(votes)}: needs a win or a tie`
  return 'not linked to the others: needs both a win (or tie) and a loss (or tie) against those rated'
}
