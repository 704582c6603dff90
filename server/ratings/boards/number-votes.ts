import type { VoteColumns } from '../../../shared/stats/index.ts'
import type { Cluster } from '../../../shared/contracts/index.ts'
import type { Texts, VoteTable } from '../../../shared/votes/vote-table.ts'
import { ranksOf, type Sorted } from './canonical-order.ts'

/**
 * Numbers contestants and clusters by their sorted names, so that the order of votes or names cannot change a result.
 * @param sorted from `inCanonicalOrder`
 * @param names all contestants, sorted
 */
export function numberVotes(
  table: VoteTable,
  sorted: Sorted,
  names: readonly string[],
  cluster: Cluster,
): VoteColumns {
  const numbers = new Map(names.map((name, i) => [name, i]))
  const number = Int32Array.from(table.contestants, (name) => numbers.get(name)!)
  const { unit, units } =
    cluster === 'vote'
      ? { unit: new Int32Array(0), units: 0 }
      : unitsOf(table[cluster === 'both' ? 'prompt' : cluster], sorted.rows)
  return {
    contestants: names.length,
    units,
    left: table.left.map((contestant) => number[contestant]),
    right: table.right.map((contestant) => number[contestant]),
    outcome: table.outcome,
    unit,
    ...(cluster === 'both' && { crossed: unitsOf(table.voter, sorted.rows) }),
  }
}

/** The same votes in sorted order, for methods whose result depends on the order of votes. */
export function inOrder(columns: VoteColumns, { rows, counts }: Sorted): VoteColumns {
  const order = counts ? Int32Array.from(repeated(rows, counts)) : rows
  const sort = <T extends Int32Array | Uint8Array>(column: T): T =>
    column.slice().map((_, i) => column[order[i]]) as T
  const { left, right, outcome, unit } = columns
  return {
    ...columns,
    left: sort(left),
    right: sort(right),
    outcome: sort(outcome),
    unit: unit.length > 0 ? sort(unit) : unit,
  }
}

function* repeated(rows: Int32Array, counts: Int32Array): Generator<number> {
  for (const [i, row] of rows.entries()) for (let n = 0; n < counts[i]; n++) yield row
}

/** Numbers named units first, sorted; then one unit for each vote without a name. */
function unitsOf(texts: Texts, order: Int32Array) {
  const { ranks, count } = ranksOf(texts)
  const unit = new Int32Array(order.length)
  let units = count
  for (const row of order)
    unit[row] = texts.of.length > 0 && texts.of[row] >= 0 ? ranks[texts.of[row]] : units++
  return { unit, units }
}
