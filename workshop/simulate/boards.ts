import { Option } from 'commander'
import { type Batch, study } from './harness.ts'
import { RandomStream } from '../../shared/stats/numbers/random.ts'
import { titleOf, type Cell } from './cell.ts'
import { drawBoard, truthOf } from './draw-board.ts'
import {
  judgeBoard,
  noScore,
  sum,
  type Score,
  coverageOf,
  missedGoals,
  type RuleScore,
} from './judge-board.ts'
import { wholeNumber } from '../../scripts/cli/terminal/options.ts'
import { CELLS } from './cells.ts'
import { percent, percentOf } from './table.ts'

/** Draws and judges the boards of a batch. Board n depends only on the cell's title, the seed and n. */
export function runBatch(
  cell: Cell,
  { seed, rounds }: { seed: number; rounds: number },
  { from, to }: Batch,
): Score {
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
export function batchesOf(cell: Cell, boards: number): Batch[] {
  const votes = cell.meetings.reduce((total, { times }) => total + times, 0) * cell.looks
  const size = votes < 3000 ? 100 : votes < 30_000 ? 20 : 5
  return Array.from({ length: Math.ceil(boards / size) }, (_, i) => ({
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

interface Result {
  world: Cell
  score: Score
}

const ofBoards =
  (count: (score: Score) => number) =>
  ({ score }: Result) =>
    percentOf(count(score), score.boards)

/** Empty unless one contestant is the best. */
const ofBest =
  (count: (score: Score) => number) =>
  ({ world: { strengths }, score }: Result) => {
    const strongest = Math.max(...strengths)
    return strengths.filter((value) => value === strongest).length === 1
      ? percentOf(count(score), score.boards)
      : ''
  }

const coverage = (rule: RuleScore): string => (rule.measured > 1 ? percent(coverageOf(rule)) : '')

const newcomersCoverage = ({ newcomersCovered, newcomersMeasured }: RuleScore): string =>
  newcomersMeasured > 1 ? percentOf(newcomersCovered, newcomersMeasured) : ''

/** A column of the engine is followed by that of the usual recipe. */
export const boards = study({
  name: '',
  about: 'Boards drawn from known strengths, judged by this engine and by the recipe most arenas use.',
  options: [
    new Option('--boards <n>', 'boards a cell, in place of its own number').argParser(wholeNumber(1)),
    new Option('--rounds <n>', 'bootstrap rounds of the engine').argParser(wholeNumber(20)).default(300),
  ],
  worlds: () => CELLS,
  titleOf,
  batches: (cell, { boards: count = cell.boards }: { boards?: number; rounds: number; seed: number }) =>
    batchesOf(cell, count),
  score: runBatch,
  sum,
  groupOf: ({ world }) => world.group,
  columns: [
    { head: 'cell', of: ({ world }) => world.name },
    { head: 'boards', of: ({ score }) => score.boards },
    {
      head: 'somebody unbeaten',
      of: (result) => (result.world.group === 'unbeaten' ? ofBoards(({ unbeaten }) => unbeaten)(result) : ''),
    },
    { head: 'coverage', of: ({ score }) => coverage(score.engine) },
    { head: 'usual', of: ({ score }) => coverage(score.arena) },
    { head: 'newcomers’ coverage', of: ({ score }) => newcomersCoverage(score.engine) },
    { head: 'usual', of: ({ score }) => newcomersCoverage(score.arena) },
    { head: 'any false', of: ofBoards(({ engine }) => engine.anyFalse) },
    { head: 'usual', of: ofBoards(({ arena }) => arena.anyFalse) },
    { head: 'false winner', of: ofBoards(({ engine }) => engine.falseWinner) },
    { head: 'usual', of: ofBoards(({ arena }) => arena.falseWinner) },
    { head: 'false front-runner', of: ofBoards(({ engine }) => engine.falseFrontRunner) },
    { head: 'best named winner', of: ofBest(({ engine }) => engine.rightWinner) },
    { head: 'usual', of: ofBest(({ arena }) => arena.rightWinner) },
    {
      head: 'all differences',
      of: (result) =>
        result.world.allDifferences ? ofBoards(({ allDifferences }) => allDifferences)(result) : '',
    },
    { head: 'best is front-runner', of: ofBest(({ engine }) => engine.rightFrontRunner) },
  ],
  notes(results) {
    const over = missedGoalLines(results)
    return over.length === 0 ? ['Every cell meets its goals.'] : ['Over a goal:', ...over]
  },
})

/** The cells that miss a goal by more than two standard errors, one on each line. */
function missedGoalLines(results: readonly Result[]): string[] {
  return results
    .filter(({ world }) => world.promised)
    .flatMap(({ world, score }) => {
      const goals = missedGoals(score)
      return goals.length > 0 ? [`${titleOf(world)}: ${goals.join(', ')}`] : []
    })
}
