import type { RateOptions } from '../../../shared/stats/declare/declare.ts'
import type { VoteColumns } from '../../../shared/stats/fit/tally.ts'
import { RandomStream } from '../../../shared/stats/numbers/random.ts'

/** `times` votes that [left, right, outcome] on a unit; outcome 0 left, 1 right, 2 tie, 3 both bad. */
export type Row = [left: number, right: number, outcome: number, times?: number, unit?: number]

/** Columns of the rows; without units every vote is a unit of its own. */
export function board(contestants: number, rows: Row[]): VoteColumns {
  const votes = rows.flatMap(([left, right, outcome, times = 1, unit]) =>
    Array.from({ length: times }, () => ({ left, right, outcome, unit })),
  )
  const unit = Int32Array.from(votes, (vote, index) => vote.unit ?? index)
  return {
    contestants,
    units: unit.reduce((most, value) => Math.max(most, value + 1), 0),
    left: Int32Array.from(votes, (vote) => vote.left),
    right: Int32Array.from(votes, (vote) => vote.right),
    outcome: Uint8Array.from(votes, (vote) => vote.outcome),
    unit,
  }
}

export function options(changes: Partial<RateOptions> = {}): RateOptions {
  return { rounds: 0, seed: 1, by: 'vote', ties: 'half', intervals: 'comparison', baseline: null, ...changes }
}

/** Picks votes by index, in the order given. */
export function pick(votes: VoteColumns, order: number[]): VoteColumns {
  return {
    ...votes,
    left: Int32Array.from(order, (vote) => votes.left[vote]),
    right: Int32Array.from(order, (vote) => votes.right[vote]),
    outcome: Uint8Array.from(order, (vote) => votes.outcome[vote]),
    unit: Int32Array.from(order, (vote) => votes.unit[vote]),
  }
}

/** A ring of one win each, so that everyone can be rated, then random votes among `contestants`. */
export function randomBoard(seed: number, contestants: number, votes: number, units: number): VoteColumns {
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
