import { RandomStream } from '../../../shared/stats/numbers/random.ts'
import { titleOf, type Cell } from './cell.ts'
import { drawBoard } from './draw-board.ts'
import { judgeBoard } from './judge-board.ts'
import { noScore, sum, type Score } from './score.ts'
import { truthOf } from './truth.ts'

/** Boards `from` … `to` − 1 of a cell. A run is split and resumed by batches. */
export interface Batch {
  cell: string
  seed: number
  rounds: number
  from: number
  to: number
}

/** Draws and judges the boards of a batch. Board n depends only on the cell's title, the seed and n. */
export function runBatch(cell: Cell, { seed, rounds, from, to }: Batch): Score {
  const truth = truthOf(cell)
  const own = hash(titleOf(cell)) + (seed % 2 ** 21) * 2 ** 32
  let total = noScore()
  for (let board = from; board < to; board++) {
    const stream = new RandomStream(own, board)
    const votes = drawBoard(cell, stream)
    total = sum(total, judgeBoard(cell, truth, votes, rounds, stream.next()))
  }
  return total
}

/** The batches of all boards of a cell. Batches of large boards are small. */
export function batchesOf(cell: Cell, boards: number, seed: number, rounds: number): Batch[] {
  const votes = cell.meetings.reduce((total, { times }) => total + times, 0) * cell.looks
  const size = votes < 3000 ? 100 : votes < 30_000 ? 20 : 5
  return Array.from({ length: Math.ceil(boards / size) }, (_, i) => ({
    cell: titleOf(cell),
    seed,
    rounds,
    from: i * size,
    to: Math.min(boards, (i + 1) * size),
  }))
}

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  let bits = 0x811c9dc5
  for (const char of text) bits = Math.imul(bits ^ char.codePointAt(0)!, 0x01000193)
  return bits >>> 0
}
