import { fit } from '../../../shared/stats/fit/bradley-terry.ts'
import { information } from '../../../shared/stats/fit/information.ts'
import { scorePairs } from '../../../shared/stats/fit/points.ts'
import { rateBoard, type RateBoardOptions, type RatedBoard } from '../../../shared/stats/board/rate-board.ts'
import { standings, type Standing } from '../../../shared/stats/board/standings.ts'
import {
  countPairs,
  pairVotes,
  sumCells,
  countedVotes,
  type UnitCells,
  type Votes,
} from '../../../shared/stats/fit/votes.ts'
import { RandomStream } from '../../../shared/stats/numbers/random.ts'

/** `times` votes that [left, right, outcome] on a unit; outcome 0 left, 1 right, 2 tie, 3 both bad. */
export type Row = [left: number, right: number, outcome: number, times?: number, unit?: number | undefined]

/** Rows from words: `0>1*20@5` are 20 wins of 0 over 1 on unit 5; `<` is a loss, `=` a tie and `!` both bad. */
export const rowsOf = (words: string): Row[] =>
  words.split(' ').map((word) => {
    const [, left, sign, right, times, unit] = /^(\d+)([><=!])(\d+)(?:\*(\d+))?(?:@(\d+))?$/.exec(word)!
    return [
      Number(left),
      Number(right),
      '><=!'.indexOf(sign!),
      Number(times ?? 1),
      unit ? Number(unit) : undefined,
    ]
  })

/** Columns of the rows; without units every vote is a unit of its own. */
export function board(contestants: number, rows: Row[]): Votes {
  const votes = rows.flatMap(([left, right, outcome, times = 1, unit]) =>
    Array.from({ length: times }, () => ({ left, right, outcome, unit })),
  )
  return {
    contestants,
    left: Int32Array.from(votes, (vote) => vote.left),
    right: Int32Array.from(votes, (vote) => vote.right),
    outcome: Uint8Array.from(votes, (vote) => vote.outcome),
    prompt: Int32Array.from(votes, (vote, index) => vote.unit ?? index),
    person: null,
  }
}

/** A board of two contestants: wins of the first, wins of the second, and ties, each a unit of its own. */
export const duel = (wins: number, losses: number, ties = 0): Votes =>
  board(2, [
    [0, 1, 0, wins],
    [0, 1, 1, losses],
    [0, 1, 2, ties],
  ])

/** The parts of a rating, put together again from outside. */
export function fitted(votes: Votes, ties: 'half' | 'drop' = 'half') {
  const points = scorePairs(countPairs(countedVotes(votes, ties)))
  const { theta } = fit(points)
  return { points, theta, at: information(points, theta) }
}

/** The votes of each unit, in the order of units. */
export function cellsOf(votes: Votes, unit: Int32Array): UnitCells {
  const paired = pairVotes(votes, [unit])
  return sumCells(paired, paired.units[0], new Float64Array(unit.length).fill(1))
}

export type Changes = Partial<RateBoardOptions> & { by?: 'unit' | 'vote' }

/** A board with a standing for each contestant. */
export interface ListedBoard extends RatedBoard {
  standings: Standing[]
}

/** Rates votes by their units, or one by one. */
export function rateBy(votes: Votes, { by = 'vote', ...changes }: Changes = {}): ListedBoard {
  const board = rateBoard(by === 'unit' ? votes : { ...votes, prompt: null }, {
    rounds: 0,
    seed: 1,
    looks: 'one',
    ...changes,
  })
  return { ...board, standings: standings(votes, board) }
}

/** Picks votes by index, in the order given. */
export function pick(votes: Votes, order: number[]): Votes {
  return {
    ...votes,
    left: Int32Array.from(order, (vote) => votes.left[vote]),
    right: Int32Array.from(order, (vote) => votes.right[vote]),
    outcome: Uint8Array.from(order, (vote) => votes.outcome[vote]),
    prompt: votes.prompt && Int32Array.from(order, (vote) => votes.prompt![vote]),
  }
}

/** A ring of one win each, so that everyone can be rated, then random votes among `contestants`. */
export function randomBoard(seed: number, contestants: number, votes: number, units: number): Votes {
  const stream = new RandomStream(seed, 0)
  const below = (n: number) => Math.floor(stream.uniform() * n)
  const rows: Row[] = Array.from({ length: contestants }, (_, i) => [
    i,
    (i + 1) % contestants,
    0,
    1,
    i % units,
  ])
  for (let vote = 0; vote < votes; vote++) {
    const left = below(contestants)
    const right = (left + 1 + below(contestants - 1)) % contestants
    rows.push([left, right, below(4), 1, below(units)])
  }
  return board(contestants, rows)
}

/** Two contestants with single votes, in this order. */
export function ratedBy(outcomes: ArrayLike<number>, looks: 'one' | 'any'): ListedBoard {
  const n = outcomes.length
  const votes = {
    contestants: 2,
    left: new Int32Array(n),
    right: new Int32Array(n).fill(1),
    outcome: Uint8Array.from(outcomes),
    prompt: null,
    person: null,
  }
  return rateBy(votes, { rounds: 100, looks })
}

/** The errors of strengths around their mean, on a board where all are rated. */
export const errorsOf = ({ measured }: RatedBoard): number[] =>
  measured!.spread.map(({ variance }) => Math.sqrt(variance))
