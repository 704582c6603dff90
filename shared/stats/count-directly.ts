import { resultOf } from './vote-columns.ts'
import type { VoteColumns } from './vote-columns.ts'

/** The pairs that met and what came of it, as in a tally. */
interface CountedPairs {
  first: Int32Array
  second: Int32Array
  firstWins: Float64Array
  secondWins: Float64Array
  ties: Float64Array
}

/**
 * Counts votes in one pass, with three counters for each pair that can meet: memory grows with the square of the
 * contestants. Votes with an outcome of `outcomes` or more are left out.
 */
export function countDirectly(
  { contestants, left, right, outcome }: VoteColumns,
  outcomes: number,
): CountedPairs {
  const counts = new Int32Array(3 * contestants * contestants)
  for (let vote = 0; vote < outcome.length; vote++) {
    if (outcome[vote] >= outcomes) continue
    const one = left[vote]
    const other = right[vote]
    const isLower = one < other
    const pair = isLower ? one * contestants + other : other * contestants + one
    counts[3 * pair + resultOf(outcome[vote], isLower)]++
  }
  const met: number[] = []
  for (let pair = 0; 3 * pair < counts.length; pair++)
    if (counts[3 * pair] + counts[3 * pair + 1] + counts[3 * pair + 2] > 0) met.push(pair)
  const countsOf = (result: number) => Float64Array.from(met, (pair) => counts[3 * pair + result])
  return {
    first: Int32Array.from(met, (pair) => Math.floor(pair / contestants)),
    second: Int32Array.from(met, (pair) => pair % contestants),
    firstWins: countsOf(0),
    secondWins: countsOf(1),
    ties: countsOf(2),
  }
}
