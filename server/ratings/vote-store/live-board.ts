/** The board of votes that are selected from memory, and whether it takes long. */
import { createHash } from 'node:crypto'
import type { Board } from '../../../shared/contracts/index.ts'
import { POWERED } from '../../../shared/votes/majority.ts'
import type { BoardOptions } from '../boards/board-of.ts'
import { computeBoard } from '../compute-board.ts'
import { tableOf, withoutJudges, type SelectedVotes } from './select-votes.ts'

/** The input of a board, ready to be sent to another thread. */
export interface BoardTask {
  votes: SelectedVotes
  options: BoardOptions
}

/** The board of the votes that count, and how first place stands with those in quarantine, unless judges correct people's votes. */
export function liveBoard({ votes, options }: BoardTask): BoardText {
  const boardOf = (some: SelectedVotes) =>
    computeBoard(tableOf(some), options, (judges) => tableOf(withoutJudges(some, judges)))
  const board = boardOf(votes)
  if (votes.quarantined.length === 0 || votes.source === POWERED) return textOf(board)
  const rows = Int32Array.from([...votes.rows, ...votes.quarantined])
  const { winner, deadHeatForFirst } = boardOf({ ...votes, rows })
  return textOf({ ...board, withQuarantined: { winner, deadHeatForFirst } })
}

/** The limit, in steps of about a nanosecond, and the steps of a vote and of each three contestants. */
const SLOW_STEPS = 2e8
const STEPS_A_VOTE = 2500
const STEPS_OF_THREE = 20

/** Whether the board of so many votes and contestants takes so long that another thread should compute it. The same on every machine. */
export const isSlowToCompute = (votes: number, contestants: number): boolean =>
  STEPS_OF_THREE * contestants ** 3 + STEPS_A_VOTE * votes > SLOW_STEPS

/** A board as it is stored and sent. */
export interface BoardText {
  board: string
  /** The strong ETag of the text. */
  etag: string
}

export function textOf(board: Board): BoardText {
  const text = JSON.stringify(board)
  return {
    board: text,
    etag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`,
  }
}
