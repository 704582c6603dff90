/** The other side of rating-threads.ts: computes boards away from the thread that serves requests. */
import { parentPort } from 'node:worker_threads'
import { computeBoard } from './compute-board.ts'
import type { BoardOptions, RatedVote } from './compute-board.ts'

export interface Task {
  id: number
  votes: RatedVote[]
  options: BoardOptions
}

parentPort!.on('message', ({ id, votes, options }: Task) => {
  try {
    parentPort!.postMessage({ id, board: computeBoard(votes, options) })
  } catch (error) {
    parentPort!.postMessage({ id, error })
  }
})
