import { BOTH_BAD, LEFT, TIE } from '../fit/tally.ts'
import type { PairPoints } from '../fit/points.ts'

/** Votes in columns of equal length. Contestants and units are whole numbers from 0; a unit of −1 is not named. */
export interface NamedVotes {
  /** M, the number of contestants, including those without votes. */
  contestants: number
  left: Int32Array
  right: Int32Array
  /** LEFT, RIGHT, TIE or BOTH_BAD of `tally.ts`. */
  outcome: Uint8Array
  /** The units within which votes may be alike, such as the prompt and the voter of each vote: none, one or two kinds. */
  kinds: readonly Int32Array[]
}

/** The units of one kind. The votes of unit u are `votes[start[u]] … votes[start[u + 1] − 1]`. */
export interface Units {
  start: Int32Array
  votes: Int32Array
}

/** Votes in canonical order, so that every sum over them has the same rounding however they came. */
export interface Ballots {
  contestants: number
  /** The pairs that met, sorted; first < second. */
  first: Int32Array
  second: Int32Array
  /** For each vote its pair, and the score of the pair's first: 1, ½ or 0. */
  pair: Int32Array
  score: Float64Array
  /** For each kind the unit of each vote; −1: not named. */
  unitOf: readonly Int32Array[]
  /** For each kind its units, of named votes only. */
  kinds: readonly Units[]
  /** With two kinds: votes that share both units. Votes without one of the names are alone. */
  cells: Units | null
}

/** Puts votes into canonical order and groups them. Linear in the votes. @param ties  'drop' leaves out votes without a winner */
export function ballotsOf(votes: NamedVotes, ties: 'half' | 'drop' = 'half'): Ballots {
  const { contestants, left, right, outcome } = votes
  const chosen = new Int32Array(outcome.length)
  let count = 0
  for (let vote = 0; vote < outcome.length; vote++)
    if (ties === 'half' || outcome[vote] < TIE) chosen[count++] = vote
  // loops, since `from` with a function takes many times as long, and its lists are too large for millions of votes
  const [low, high, twice] = [new Int32Array(count), new Int32Array(count), new Int32Array(count)]
  for (let at = 0; at < count; at++) {
    const vote = chosen[at]
    const isLower = left[vote] < right[vote]
    low[at] = isLower ? left[vote] : right[vote]
    high[at] = isLower ? right[vote] : left[vote]
    twice[at] =
      outcome[vote] >= TIE && outcome[vote] <= BOTH_BAD ? 1 : (outcome[vote] === LEFT) === isLower ? 2 : 0
  }
  const units = votes.kinds.map((kind) => valuesAt(kind, chosen.subarray(0, count)))
  let order = placesOf(count)
  for (const key of [twice, ...units.toReversed(), high, low]) order = sortedBy(key, order)
  const pair = new Int32Array(count)
  const score = new Float64Array(count)
  const [first, second]: [number[], number[]] = [[], []]
  for (let place = 0, [one, other] = [-1, -1]; place < count; place++) {
    const vote = order[place]
    if (low[vote] !== one || high[vote] !== other) {
      first.push((one = low[vote]))
      second.push((other = high[vote]))
    }
    pair[place] = first.length - 1
    score[place] = twice[vote] / 2
  }
  const unitOf = units.map((kind) => valuesAt(kind, order))
  const met = { contestants, first: Int32Array.from(first), second: Int32Array.from(second) }
  return {
    ...met,
    pair,
    score,
    unitOf,
    kinds: unitOf.map(unitsOf),
    cells: unitOf.length === 2 ? cellsOf(unitOf[0], unitOf[1]) : null,
  }
}

/** 0 … count − 1. */
const placesOf = (count: number): Int32Array<ArrayBuffer> => new Int32Array(count).map((_, place) => place)

function valuesAt(values: Int32Array, places: Int32Array): Int32Array<ArrayBuffer> {
  const found = new Int32Array(places.length)
  for (let at = 0; at < found.length; at++) found[at] = values[places[at]]
  return found
}

/** The order sorted by a key of small whole numbers from −1; equal ones stay in order. */
function sortedBy(key: Int32Array, order: Int32Array): Int32Array<ArrayBuffer> {
  const start = new Int32Array(key.reduce((most, value) => Math.max(most, value), 0) + 3)
  for (const value of key) start[value + 2]++
  for (let value = 1; value < start.length; value++) start[value] += start[value - 1]
  const sorted = new Int32Array(order.length)
  for (const vote of order) sorted[start[key[vote] + 1]++] = vote
  return sorted
}

function unitsOf(unitOf: Int32Array): Units {
  const order = sortedBy(unitOf, placesOf(unitOf.length))
  return groupsIn(
    order.subarray(order.findIndex((vote) => unitOf[vote] >= 0) >>> 0),
    (a, b) => unitOf[a] === unitOf[b],
  )
}

function cellsOf(one: Int32Array, other: Int32Array): Units {
  let order = placesOf(one.length)
  for (const key of [other, one]) order = sortedBy(key, order)
  const isNamed = (vote: number) => one[vote] >= 0 && other[vote] >= 0
  return groupsIn(order, (a, b) => isNamed(a) && one[a] === one[b] && other[a] === other[b])
}

function groupsIn(order: Int32Array, areAlike: (a: number, b: number) => boolean): Units {
  // nearly each of millions of votes may begin a group, too many for a list of numbers
  const start = new Int32Array(order.length + 1)
  let groups = 0
  for (let at = 0; at < order.length; at++)
    if (at === 0 || !areAlike(order[at - 1], order[at])) start[groups++] = at
  start[groups++] = order.length
  return { start: start.slice(0, groups), votes: order }
}

/** The votes among these contestants, ascending, numbered by their places. */
export function votesAmong(votes: NamedVotes, members: Int32Array): NamedVotes {
  if (members.length === votes.contestants) return votes
  const place = new Int32Array(votes.contestants).fill(-1)
  members.forEach((contestant, at) => (place[contestant] = at))
  const chosen = Int32Array.from(votes.left.keys()).filter(
    (vote) => place[votes.left[vote]] >= 0 && place[votes.right[vote]] >= 0,
  )
  return {
    contestants: members.length,
    left: chosen.map((vote) => place[votes.left[vote]]),
    right: chosen.map((vote) => place[votes.right[vote]]),
    outcome: Uint8Array.from(chosen, (vote) => votes.outcome[vote]),
    kinds: votes.kinds.map((kind) => chosen.map((vote) => kind[vote])),
  }
}

/** The weighted points of every pair, as a fit takes them. */
export function pointsOf(
  { contestants, first, second, pair, score }: Ballots,
  weight: Float64Array,
): PairPoints {
  const firstPoints = new Float64Array(first.length)
  const secondPoints = new Float64Array(first.length)
  for (let vote = 0; vote < pair.length; vote++) {
    firstPoints[pair[vote]] += weight[vote] * score[vote]
    secondPoints[pair[vote]] += weight[vote] * (1 - score[vote])
  }
  return { contestants, first, second, firstPoints, secondPoints }
}
