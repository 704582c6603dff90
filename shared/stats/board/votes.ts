import { BOTH_BAD, LEFT, TIE } from '../fit/tally.ts'

/**
 * Votes as columns of equal length, shape (votes,). Contestants are numbered 0 … M − 1, prompts and people from 0; −1: not
 * known. Callers number sorted names, so that neither the order of votes nor of names changes a result.
 */
export interface BoardVotes {
  /** M, including contestants without votes. */
  contestants: number
  left: Int32Array
  right: Int32Array
  /** LEFT, RIGHT, TIE or BOTH_BAD of `tally.ts`. */
  outcome: Uint8Array
  /** The prompt of each vote, or its group of prompts. Null: votes name none. */
  prompt: Int32Array | null
  /** The person who cast each vote; −1 for judges. Null: votes name none. */
  person: Int32Array | null
}

/**
 * The same votes in canonical order, by pair: sums over them are rounded in one way, however the votes came and whichever
 * side their contestants were shown on. Arrays of shape (pairs,) or (votes,).
 */
export interface PairedVotes {
  contestants: number
  /** The pairs that met, sorted, first < second; shape (pairs,). */
  first: Int32Array
  second: Int32Array
  /** The pair of each vote, and the score of the pair's first contestant: 1, ½ or 0; shape (votes,). */
  pair: Int32Array
  score: Float64Array
  /** For each kind of unit the unit of each vote, −1 where it is not known; shape (votes,) each. */
  units: Int32Array[]
}

/** Sorts votes by pair, units and score, in time linear in the votes. */
export function pairVotes(
  { contestants, left, right, outcome }: Omit<BoardVotes, 'prompt' | 'person'>,
  kinds: readonly Int32Array[],
): PairedVotes {
  const count = outcome.length
  const [low, high, doubled] = [new Int32Array(count), new Int32Array(count), new Int32Array(count)]
  for (let vote = 0; vote < count; vote++) {
    const isLower = left[vote] < right[vote]
    low[vote] = isLower ? left[vote] : right[vote]
    high[vote] = isLower ? right[vote] : left[vote]
    doubled[vote] = isTie(outcome[vote]) ? 1 : (outcome[vote] === LEFT) === isLower ? 2 : 0
  }
  let order = new Int32Array(count).map((_, place) => place)
  for (const key of [doubled, ...kinds.toReversed(), high, low]) order = sortBy(key, order)
  const pair = new Int32Array(count)
  const score = new Float64Array(count)
  const [first, second]: [number[], number[]] = [[], []]
  for (let place = 0; place < count; place++) {
    const vote = order[place]
    if (low[vote] !== first.at(-1) || high[vote] !== second.at(-1)) {
      first.push(low[vote])
      second.push(high[vote])
    }
    pair[place] = first.length - 1
    score[place] = doubled[vote] / 2
  }
  return {
    contestants,
    first: Int32Array.from(first),
    second: Int32Array.from(second),
    pair,
    score,
    units: kinds.map((kind) => take(kind, order)),
  }
}

const isTie = (outcome: number): boolean => outcome >= TIE && outcome <= BOTH_BAD

/** values[places], shape of `places`. A loop: `from` with a function takes many times as long. */
export function take(values: Int32Array, places: Int32Array): Int32Array<ArrayBuffer> {
  const taken = new Int32Array(places.length)
  for (let at = 0; at < taken.length; at++) taken[at] = values[places[at]]
  return taken
}

/** The order sorted by a key of small whole numbers from −1; equal ones stay in order (counting sort). */
export function sortBy(key: Int32Array, order: Int32Array): Int32Array<ArrayBuffer> {
  let most = -1
  for (const value of key) if (value > most) most = value
  const start = new Int32Array(most + 3)
  for (const value of key) start[value + 2]++
  for (let value = 1; value < start.length; value++) start[value] += start[value - 1]
  const sorted = new Int32Array(order.length)
  for (const vote of order) sorted[start[key[vote] + 1]++] = vote
  return sorted
}

/** The votes at these places, with the columns of their contestants renumbered by `number` (−1 never occurs). */
export function selectVotes(
  votes: BoardVotes,
  places: Int32Array,
  number: Int32Array,
  contestants: number,
): BoardVotes {
  const outcome = new Uint8Array(places.length)
  for (let at = 0; at < places.length; at++) outcome[at] = votes.outcome[places[at]]
  return {
    contestants,
    left: take(number, take(votes.left, places)),
    right: take(number, take(votes.right, places)),
    outcome,
    prompt: votes.prompt && take(votes.prompt, places),
    person: votes.person && take(votes.person, places),
  }
}

/** The votes that name a winner. */
export function withoutTies(votes: BoardVotes): BoardVotes {
  const places = Int32Array.from(votes.outcome.keys()).filter((vote) => !isTie(votes.outcome[vote]))
  return selectVotes(
    votes,
    places,
    new Int32Array(votes.contestants).map((_, contestant) => contestant),
    votes.contestants,
  )
}
