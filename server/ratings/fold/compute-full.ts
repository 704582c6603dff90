import type { BoardOptions } from '../compute-board.ts'
import { boardOf } from '../board/board-of.ts'
import { textOf } from '../board/board-text.ts'
import type { BoardText } from '../board/board-text.ts'
import { inCanonicalOrder } from '../board/canonical-order.ts'
import type { CountedVotes } from '../board/counted-votes.ts'
import { votesSha256 } from '../board/votes-sha256.ts'
import { tableOfFold } from './fold-votes.ts'
import type { FoldVotes } from './fold-votes.ts'

/** Everything a board with all its rounds is computed from, ready to be sent to another thread. */
export interface FullTask {
  counted: CountedVotes
  votes: FoldVotes
  options: BoardOptions
}

export function computeFull({ counted, votes, options }: FullTask): BoardText {
  const table = tableOfFold(votes)
  const hash = votesSha256(table, inCanonicalOrder(table, counted.cluster), counted.cluster)
  return textOf(boardOf(counted, hash, options))
}
