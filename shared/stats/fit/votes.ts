/** Codes of `Votes.outcome`. */
export const LEFT = 0
export const RIGHT = 1
export const TIE = 2
export const BOTH_BAD = 3

/**
 * Votes as columns of equal length, shape (votes,). Contestants are numbered 0 … M − 1, prompts and people from 0; −1: not
 * known. Callers number sorted names, so that neither the order of votes nor of names changes a result.
 */
export interface Votes {
  /** M, including contestants without votes. */
  contestants: number
  left: Int32Array
  right: Int32Array
  /** LEFT, RIGHT, TIE or BOTH_BAD. */
  outcome: Uint8Array
  /** The prompt of each vote, or its group of prompts. Null: votes name none. */
  prompt: Int32Array | null
  /** The person who cast each vote; −1 for judges. Null: votes name none. */
  person: Int32Array | null
}

/** The pairs that met, sorted, first < second; shape (pairs,). */
export interface Pairs {
  /** M, including contestants without votes. */
  contestants: number
  first: Int32Array
  second: Int32Array
}

/**
 * The same votes in canonical order, by pair: sums over them are rounded in one way, however the votes came and whichever
 * side their contestants were shown on. Arrays of shape (pairs,) or (votes,).
 */
export interface PairedVotes extends Pairs {
  /** The pair of each vote, and the score of the pair's first contestant: 1, ½ or 0; shape (votes,). */
  pair: Int32Array
  score: Float64Array
  /** For each kind of unit the unit of each vote, −1 where it is not known; shape (votes,) each. */
  units: Int32Array[]
}

/** Sorts votes by pair, units and score, in time linear in the votes. */
export function pairVotes(
  { contestants, left, right, outcome }: Omit<Votes, 'prompt' | 'person'>,
  kinds: readonly Int32Array[],
): PairedVotes {
  const count = outcome.length
  const [low, high, halves] = [new Int32Array(count), new Int32Array(count), new Int32Array(count)]
  const scores = new Float64Array(count)
  for (let vote = 0; vote < count; vote++) {
    const isLower = left[vote] < right[vote]
    low[vote] = isLower ? left[vote] : right[vote]
    high[vote] = isLower ? right[vote] : left[vote]
    scores[vote] = outcomeScore(outcome[vote], isLower)
    halves[vote] = scores[vote] / TIE_POINTS
  }
  let order = new Int32Array(count).map((_, place) => place)
  for (const key of [halves, ...kinds.toReversed(), high, low]) order = countingSort(key, order)
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
    score[place] = scores[vote]
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

/** What a vote without a winner, a tie or both bad, is worth to either side: half a win. */
export const TIE_POINTS = 0.5

/** What a vote is worth to the contestant on one side: 1, ½ for a tie or both bad, 0. */
export const outcomeScore = (outcome: number, isLeft: boolean): 0 | typeof TIE_POINTS | 1 =>
  isTie(outcome) ? TIE_POINTS : (outcome === LEFT) === isLeft ? 1 : 0

/** values[places], shape of `places`. A loop: `from` with a function takes many times as long. */
export function take(values: Int32Array, places: Int32Array): Int32Array<ArrayBuffer> {
  const taken = new Int32Array(places.length)
  for (let i = 0; i < taken.length; i++) taken[i] = values[places[i]]
  return taken
}

/** The order sorted by a key of small whole numbers from −1; equal ones stay in order (counting sort). */
export function countingSort(key: Int32Array, order: Int32Array): Int32Array<ArrayBuffer> {
  let most = -1
  for (const value of key) if (value > most) most = value
  const start = new Int32Array(most + 3)
  for (const value of key) start[value + 2]++
  for (let value = 1; value < start.length; value++) start[value] += start[value - 1]
  const sorted = new Int32Array(order.length)
  for (const vote of order) sorted[start[key[vote] + 1]++] = vote
  return sorted
}

/** The votes of each unit, in their order: those of unit u are order[start[u]] … order[start[u + 1] − 1]. Those of −1 are left out. */
export function groupByUnit(unit: Int32Array, units: number): { order: Int32Array; start: Int32Array } {
  const start = new Int32Array(units + 1)
  for (const value of unit) if (value >= 0) start[value + 1]++
  for (let u = 0; u < units; u++) start[u + 1] += start[u]
  const next = start.slice()
  const order = new Int32Array(start[units])
  unit.forEach((value, vote) => {
    if (value >= 0) order[next[value]++] = vote
  })
  return { order, start }
}

/** The votes of one kind of unit, summed by unit and pair. Those of unit u are cells start[u] … start[u + 1] − 1. */
export interface UnitCells {
  start: Int32Array
  /** Shape (cells,): the pair, and the weighted points of its first and its second contestant. */
  pair: Int32Array
  firstPoints: Float64Array
  secondPoints: Float64Array
}

/** Votes of unit −1 are left out. Units are numbered anew, in their order. */
export function sumCells({ pair, score }: PairedVotes, unit: Int32Array, weight: Float64Array): UnitCells {
  const order = countingSort(
    unit,
    new Int32Array(unit.length).map((_, place) => place),
  )
  let from = 0
  while (from < order.length && unit[order[from]] < 0) from++
  const beginsUnit = (position: number) =>
    position === from || unit[order[position]] !== unit[order[position - 1]]
  const beginsCell = (position: number) =>
    beginsUnit(position) || pair[order[position]] !== pair[order[position - 1]]
  let [units, cells] = [0, 0]
  for (let position = from; position < order.length; position++) {
    if (beginsUnit(position)) units++
    if (beginsCell(position)) cells++
  }
  const summed = {
    start: new Int32Array(units + 1).fill(cells),
    pair: new Int32Array(cells),
    firstPoints: new Float64Array(cells),
    secondPoints: new Float64Array(cells),
  }
  let [place, cell] = [-1, -1]
  for (let position = from; position < order.length; position++) {
    const vote = order[position]
    if (beginsCell(position)) summed.pair[++cell] = pair[vote]
    if (beginsUnit(position)) summed.start[++place] = cell
    summed.firstPoints[cell] += weight[vote] * score[vote]
    summed.secondPoints[cell] += weight[vote] * (1 - score[vote])
  }
  return summed
}

/** The votes at these places, with the columns of their contestants renumbered by `number` (−1 never occurs). */
export function selectVotes(
  votes: Votes,
  places: Int32Array,
  number: Int32Array,
  contestants: number,
): Votes {
  const outcome = new Uint8Array(places.length)
  for (let i = 0; i < places.length; i++) outcome[i] = votes.outcome[places[i]]
  return {
    contestants,
    left: take(number, take(votes.left, places)),
    right: take(number, take(votes.right, places)),
    outcome,
    prompt: votes.prompt && take(votes.prompt, places),
    person: votes.person && take(votes.person, places),
  }
}

/** The votes among these contestants, ascending, who are numbered by their places. */
export function subsetVotes(votes: Votes, members: Int32Array): Votes {
  if (members.length === votes.contestants) return votes
  const number = new Int32Array(votes.contestants).fill(-1)
  members.forEach((contestant, place) => (number[contestant] = place))
  const { left, right } = votes
  const places = Int32Array.from(left.keys()).filter(
    (vote) => number[left[vote]] >= 0 && number[right[vote]] >= 0,
  )
  return selectVotes(votes, places, number, members.length)
}

/** The votes that count: all, or those that name a winner. */
export function countedVotes(votes: Votes, ties: 'half' | 'drop' = 'half'): Votes {
  if (ties !== 'drop') return votes
  const places = Int32Array.from(votes.outcome.keys()).filter((vote) => !isTie(votes.outcome[vote]))
  return selectVotes(
    votes,
    places,
    new Int32Array(votes.contestants).map((_, contestant) => contestant),
    votes.contestants,
  )
}

/** How often the first and the second of each pair won, and neither; shape (pairs,). */
export interface PairCounts extends Pairs {
  firstWins: Float64Array
  secondWins: Float64Array
  ties: Float64Array
}

/** Counts the votes of each pair. Neither sides nor the order of votes matter. */
export function countPairs(votes: Omit<Votes, 'prompt' | 'person'>): PairCounts {
  const { contestants, first, second, pair, score } = pairVotes(votes, [])
  const [firstWins, secondWins, ties] = [0, 1, 2].map(() => new Float64Array(first.length))
  for (let vote = 0; vote < pair.length; vote++) {
    const counts = score[vote] === 1 ? firstWins : score[vote] === 0 ? secondWins : ties
    counts[pair[vote]]++
  }
  return { contestants, first, second, firstWins, secondWins, ties }
}

/** The results of a contestant, with each vote counted once. */
export interface Counts {
  wins: number
  losses: number
  /** Votes without a winner, including `bothBad`. */
  ties: number
  bothBad: number
  votes: number
}

/** Adds a vote to the results of the contestant on one side. */
export function countOutcome(results: Omit<Counts, 'votes'>, outcome: number, isLeft: boolean): void {
  const score = outcomeScore(outcome, isLeft)
  if (score === 1) results.wins++
  else if (score === 0) results.losses++
  else {
    results.ties++
    if (outcome === BOTH_BAD) results.bothBad++
  }
}

const KINDS = 4

/** The counts of every contestant, over all votes. */
export function contestantCounts({
  contestants,
  left,
  right,
  outcome,
}: Omit<Votes, 'prompt' | 'person'>): Counts[] {
  const first = new Float64Array(KINDS * contestants)
  const second = new Float64Array(KINDS * contestants)
  for (let vote = 0; vote < outcome.length; vote++) {
    first[KINDS * left[vote] + outcome[vote]]++
    second[KINDS * right[vote] + outcome[vote]]++
  }
  return Array.from({ length: contestants }, (_, contestant) => {
    const row = KINDS * contestant
    const wins = first[row + LEFT] + second[row + RIGHT]
    const losses = first[row + RIGHT] + second[row + LEFT]
    const bothBad = first[row + BOTH_BAD] + second[row + BOTH_BAD]
    const ties = first[row + TIE] + second[row + TIE] + bothBad
    return { wins, losses, ties, bothBad, votes: wins + losses + ties }
  })
}
