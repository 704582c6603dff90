import type { Board } from '../contracts/board.ts'
import { isLittleKnown } from './too-few-votes.ts'

/** Who may be first, as far as the sentence of the board declares it. */
export interface FirstPlace {
  winner: string | null
  /** Everyone in the dead heat for first; empty if there is a winner, or nothing is declared. */
  deadHeat: readonly string[]
}

/** The first place of a board, for places without room for its sentence. It claims no more than `sentence`. */
export function firstPlace(board: Board): FirstPlace {
  const rated = board.contestants.filter(({ status }) => status === 'rated')
  const declares =
    board.votes > 0 &&
    board.method === 'bradley-terry' &&
    !board.warnings.some(({ code }) => code === 'adaptive_pairing') &&
    board.rounds >= 2 &&
    rated.every(({ comparison }) => comparison !== null)
  if (!declares) return { winner: null, deadHeat: [] }
  const inHeat = board.winner === null && !isLittleKnown(board)
  return { winner: board.winner, deadHeat: inHeat ? board.deadHeatForFirst : [] }
}
