import { BOTH_BAD, resultOf, TIE } from './vote-columns.ts'
import type { VoteColumns } from './vote-columns.ts'
import { countDirectly } from './count-directly.ts'
import { cellsOf } from './unit-cells.ts'
import type { UnitCells } from './unit-cells.ts'

export type { UnitCells } from './unit-cells.ts'

/** Outcomes of each unordered pair that met, sorted by `first`, then `second`; first < second always. */
export interface Tally {
  /** M, including those who never met anyone. */
  contestants: number
  first: Int32Array
  second: Int32Array
  /** wins_ij, wins_ji and ties_ij as counts. */
  firstWins: Float64Array
  secondWins: Float64Array
  ties: Float64Array
  /** The same votes split by unit. Null if votes are resampled one by one. */
  units: UnitCells | null
  /** The same votes by a second kind of unit that crosses the first: voters, if `units` are prompts. */
  crossed?: UnitCells
}

/** So many votes for each pair that can meet make three counters for each worth their memory. */
const VOTES_A_PAIR = 24

const pairsAmong = (contestants: number) => (contestants * (contestants - 1)) / 2

/** Votes grouped by the lower of their two contestants: those of contestant i are start[i] … start[i + 1] − 1. */
interface Gathered {
  start: Int32Array
  /** 4 · the higher contestant + the winner: 0 the lower, 1 the higher, 2 nobody. */
  higher: Int32Array
  /** Empty if units are not needed; else ascending within each contestant. */
  unit: Int32Array
}

/**
 * Counts the votes of each pair (and of each pair within each unit). Neither sides nor the order of votes matter:
 * all sums are of whole numbers, so they are exact. Linear in the votes. With `ties` 'drop', votes without a winner
 * are left out completely.
 */
export function tally(votes: VoteColumns, by: 'unit' | 'vote', ties: 'half' | 'drop'): Tally {
  const { contestants, crossed, ...columns } = votes
  if (crossed && by === 'unit')
    return {
      ...tally({ contestants, ...columns }, by, ties),
      crossed: tally({ contestants, ...columns, ...crossed }, by, ties).units!,
    }
  const outcomes = ties === 'drop' ? TIE : BOTH_BAD + 1
  if (by === 'vote' && votes.outcome.length >= VOTES_A_PAIR * pairsAmong(contestants))
    return { contestants, ...countDirectly(votes, outcomes), units: null }
  const gathered = gather(votes, by, outcomes)
  const { start, higher, unit } = gathered
  const { first, second } = pairsOf(contestants, gathered)
  const wins = [0, 1, 2].map(() => new Float64Array(first.length))
  const [firstWins, secondWins, tieCounts] = wins
  const cell = new Int32Array(unit.length)
  const pairOf = new Int32Array(contestants)
  let pair = 0
  for (let low = 0; low < contestants; low++) {
    for (; first[pair] === low; pair++) pairOf[second[pair]] = pair
    for (let vote = start[low]; vote < start[low + 1]; vote++) {
      const pairNumber = pairOf[higher[vote] >> 2]
      const outcome = higher[vote] & 3
      if (outcome === 0) firstWins[pairNumber]++
      else if (outcome === 1) secondWins[pairNumber]++
      else tieCounts[pairNumber]++
      if (by === 'unit') cell[vote] = 3 * pairNumber + outcome
    }
  }
  return {
    contestants,
    first,
    second,
    firstWins,
    secondWins,
    ties: tieCounts,
    units: by === 'unit' ? cellsOf(cell, unit, 3 * first.length, votes.units) : null,
  }
}

function gather(votes: VoteColumns, by: 'unit' | 'vote', outcomes: number): Gathered {
  const { contestants, left, right, outcome } = votes
  const start = new Int32Array(contestants + 1)
  for (let vote = 0; vote < outcome.length; vote++)
    if (outcome[vote] < outcomes) start[Math.min(left[vote], right[vote]) + 1]++
  for (let low = 0; low < contestants; low++) start[low + 1] += start[low]
  const next = start.slice()
  const higher = new Int32Array(start[contestants])
  const unit = new Int32Array(by === 'unit' ? higher.length : 0)
  const order = by === 'unit' ? inOrderOf(votes.unit, votes.units) : null
  for (let i = 0; i < outcome.length; i++) {
    const vote = order ? order[i] : i
    if (outcome[vote] >= outcomes) continue
    const isLower = left[vote] < right[vote]
    const place = next[isLower ? left[vote] : right[vote]]++
    higher[place] = 4 * (isLower ? right[vote] : left[vote]) + resultOf(outcome[vote], isLower)
    if (order) unit[place] = votes.unit[vote]
  }
  return { start, higher, unit }
}

/** The votes sorted by `keys`, 0 … range − 1. Votes with equal keys keep their order. */
export function inOrderOf(keys: Int32Array, range: number): Int32Array {
  const next = new Int32Array(range + 1)
  for (const key of keys) next[key + 1]++
  for (let key = 0; key < range; key++) next[key + 1] += next[key]
  const order = new Int32Array(keys.length)
  for (let vote = 0; vote < keys.length; vote++) order[next[keys[vote]]++] = vote
  return order
}

function pairsOf(contestants: number, { start, higher }: Gathered) {
  const lastSeen = new Int32Array(contestants).fill(-1)
  const opponents = new Int32Array(contestants)
  const ends = new Int32Array(contestants)
  const second = new Int32Array(countPairs(contestants, start, higher))
  let pairs = 0
  for (let low = 0; low < contestants; low++) {
    let count = 0
    for (let vote = start[low]; vote < start[low + 1]; vote++) {
      const high = higher[vote] >> 2
      if (lastSeen[high] === low) continue
      lastSeen[high] = low
      opponents[count++] = high
    }
    second.set(opponents.subarray(0, count).sort(), pairs)
    ends[low] = pairs += count
  }
  const first = new Int32Array(pairs)
  for (let low = 0; low < contestants; low++) first.fill(low, low > 0 ? ends[low - 1] : 0, ends[low])
  return { first, second }
}

function countPairs(contestants: number, start: Int32Array, higher: Int32Array): number {
  const lastSeen = new Int32Array(contestants).fill(-1)
  let pairs = 0
  for (let low = 0; low < contestants; low++)
    for (let vote = start[low]; vote < start[low + 1]; vote++) {
      const high = higher[vote] >> 2
      if (lastSeen[high] !== low) pairs++
      lastSeen[high] = low
    }
  return pairs
}
