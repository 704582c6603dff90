import { BOTH_BAD, LEFT, TIE } from './types.ts'
import type { VoteColumns } from './types.ts'

/** Cells of a unit: what each unit adds to each pair. Unit u owns cells start[u] … start[u + 1] − 1. */
export interface UnitCells {
  start: Int32Array
  pair: Int32Array
  firstPoints: Float64Array
  secondPoints: Float64Array
}

/** Outcomes per unordered pair that met, sorted by `first`, then `second`; first < second always. */
export interface Tally {
  /** M, those who never met anyone included. */
  contestants: number
  first: Int32Array
  second: Int32Array
  /** wins_ij, wins_ji and ties_ij as counts. */
  firstWins: Float64Array
  secondWins: Float64Array
  ties: Float64Array
  /** The same points split by unit; null when votes are resampled one by one. */
  units: UnitCells | null
}

/** A stable counting sort of `order` by keys 0 … range − 1: linear time, and no comparison of ties. */
function sortedBy(order: Int32Array, keys: Int32Array, range: number): Int32Array {
  const next = new Int32Array(range + 1)
  for (const item of order) next[keys[item] + 1]++
  for (let key = 0; key < range; key++) next[key + 1] += next[key]
  const sorted = new Int32Array(order.length)
  for (const item of order) sorted[next[keys[item]]++] = item
  return sorted
}

function decisive(outcome: Uint8Array): Int32Array {
  return Int32Array.from(outcome.keys()).filter((vote) => outcome[vote] < TIE)
}

/**
 * Counts the votes of each pair (and of each pair within each unit). Sides do not matter, nor does
 * the order of votes: all sums are of whole and half numbers, hence exact.
 * With `ties` 'drop', votes without a winner are left out altogether.
 */
export function tally(votes: VoteColumns, by: 'unit' | 'vote', ties: 'half' | 'drop'): Tally {
  const { contestants, left, right, outcome } = votes
  const low = left.map((side, vote) => Math.min(side, right[vote]))
  const high = left.map((side, vote) => Math.max(side, right[vote]))
  const used = ties === 'drop' ? decisive(outcome) : Int32Array.from(outcome.keys())
  const order = sortedBy(sortedBy(used, high, contestants), low, contestants)

  const pairOf = new Int32Array(left.length)
  const starts: number[] = []
  let previous = -1
  for (const vote of order) {
    if (previous < 0 || low[vote] !== low[previous] || high[vote] !== high[previous]) starts.push(vote)
    pairOf[vote] = starts.length - 1
    previous = vote
  }
  const counted: Tally = {
    contestants,
    first: Int32Array.from(starts, (vote) => low[vote]),
    second: Int32Array.from(starts, (vote) => high[vote]),
    firstWins: new Float64Array(starts.length),
    secondWins: new Float64Array(starts.length),
    ties: new Float64Array(starts.length),
    units: null,
  }
  for (const vote of order) {
    const winner = winnerOf(votes, vote)
    const column = winner < 0 ? counted.ties : winner === low[vote] ? counted.firstWins : counted.secondWins
    column[pairOf[vote]]++
  }
  if (by === 'unit') counted.units = cellsOf(votes, sortedBy(order, votes.unit, votes.units), pairOf, low)
  return counted
}

function winnerOf(votes: VoteColumns, vote: number): number {
  if (votes.outcome[vote] === TIE || votes.outcome[vote] === BOTH_BAD) return -1
  return votes.outcome[vote] === LEFT ? votes.left[vote] : votes.right[vote]
}

/** `order` is sorted by unit, then pair. */
function cellsOf(votes: VoteColumns, order: Int32Array, pairOf: Int32Array, low: Int32Array): UnitCells {
  const start = new Int32Array(votes.units + 1)
  const pair = new Int32Array(order.length)
  const firstPoints = new Float64Array(order.length)
  const secondPoints = new Float64Array(order.length)
  let cells = 0
  let previous = -1
  for (const vote of order) {
    const same =
      previous >= 0 && votes.unit[vote] === votes.unit[previous] && pairOf[vote] === pairOf[previous]
    if (!same) pair[cells++] = pairOf[vote]
    const winner = winnerOf(votes, vote)
    const toFirst = winner < 0 ? 0.5 : winner === low[vote] ? 1 : 0
    firstPoints[cells - 1] += toFirst
    secondPoints[cells - 1] += 1 - toFirst
    start[votes.unit[vote] + 1] = cells
    previous = vote
  }
  for (let unit = 0; unit < votes.units; unit++) start[unit + 1] = Math.max(start[unit + 1], start[unit])
  return {
    start,
    pair: pair.slice(0, cells),
    firstPoints: firstPoints.slice(0, cells),
    secondPoints: secondPoints.slice(0, cells),
  }
}
