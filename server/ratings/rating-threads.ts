/** Boards are computed in a thread of their own, so that a long bootstrap never holds up a vote. */
import { Worker } from 'node:worker_threads'
import type { Board } from '../../shared/contracts/index.ts'
import type { BoardOptions, RatedVote } from './compute-board.ts'
import type { Task } from './rating-thread.ts'

type Answer = { id: number; board: Board } | { id: number; error: Error }

interface Waiting {
  resolve: (board: Board) => void
  reject: (error: Error) => void
}

let thread: Worker | null = null
let lastId = 0
const waiting = new Map<number, Waiting>()

/** As `computeBoard`, elsewhere; the thread starts with the first call and never keeps the process alive. */
export function computeBoardInThread(votes: RatedVote[], options: BoardOptions): Promise<Board> {
  const task: Task = { id: ++lastId, votes, options }
  return new Promise((resolve, reject) => {
    waiting.set(task.id, { resolve, reject })
    const worker = (thread ??= startThread())
    worker.ref()
    worker.postMessage(task)
  })
}

function startThread(): Worker {
  const worker = new Worker(new URL('./rating-thread.ts', import.meta.url))
  worker.on('message', (answer: Answer) => {
    const { resolve, reject } = waiting.get(answer.id)!
    waiting.delete(answer.id)
    if (waiting.size === 0) worker.unref()
    if ('board' in answer) resolve(answer.board)
    else reject(answer.error)
  })
  const lost = (error: Error) => {
    thread = null
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }
  worker.on('error', lost)
  worker.on(
    'exit',
    (code) => thread === worker && lost(new Error(`the rating thread ended with code ${code}`)),
  )
  return worker
}
