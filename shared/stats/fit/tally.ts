/** Codes of `VoteColumns.outcome`. */
export const LEFT = 0
export const RIGHT = 1
export const TIE = 2
export const BOTH_BAD = 3

/** Who won a vote: 0 its lower contestant, 1 its higher one, 2 nobody. */
const resultOf = (outcome: number, leftIsLower: boolean): number =>
  outcome >= TIE ? 2 : (outcome === LEFT) === leftIsLower ? 0 : 1

/** Votes as columns of equal length. `unit` is the cluster (prompt or voter) of each vote. */
export interface VoteColumns {
  /** M, the number of contestants, including those without votes. */
  contestants: number
  /** The number of resampling units. Ignored if `by` is 'vote'. */
  units: number
  left: Int32Array
  right: Int32Array
  outcome: Uint8Array
  unit: Int32Array
  /** The second unit of each vote, of a kind that crosses the first: its voter, if `unit` is its prompt. A tally has none. */
  crossed?: { unit: Int32Array; units: number }
}

/** Outcomes of each unordered pair that met, sorted by `first`, then `second`; first < second always. */
export interface Tally extends CountedPairs {
  /** M, including those who never met anyone. */
  contestants: number
  /** The same votes split by unit. Null if votes are resampled one by one. */
  units: UnitCells | null
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
  const { contestants } = votes
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
function inOrderOf(keys: Int32Array, range: number): Int32Array {
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

/** The pairs that met, with wins_ij, wins_ji and ties_ij as counts. */
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
function countDirectly({ contestants, left, right, outcome }: VoteColumns, outcomes: number): CountedPairs {
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

/**
 * Votes by pair, outcome and unit. For pair p, the wins of its first are start[3p] … start[3p + 1] − 1, those of
 * its second start at start[3p + 1], and the ties at start[3p + 2]; ascending by unit.
 */
export interface UnitCells {
  /** The number of units, including those without a vote. */
  units: number
  start: Int32Array
  unit: Int32Array
  /** The number of votes of that unit. */
  count: Float64Array
}

/**
 * Groups votes into cells: `cell` (3 · pair + outcome, below `cells`) and `unit` of each vote, in an order in which
 * units ascend within a cell.
 */
function cellsOf(cell: Int32Array, unit: Int32Array, cells: number, units: number): UnitCells {
  const next = new Int32Array(cells + 1)
  for (const index of cell) next[index + 1]++
  for (let index = 0; index < cells; index++) next[index + 1] += next[index]
  const start = next.slice()
  const sorted = new Int32Array(unit.length)
  for (let vote = 0; vote < unit.length; vote++) sorted[next[cell[vote]]++] = unit[vote]

  const count = new Float64Array(unit.length)
  let lastKept = -1
  for (let index = 0; index < cells; index++) {
    const end = start[index + 1]
    let vote = start[index]
    start[index] = lastKept + 1
    for (let previous = -1; vote < end; vote++) {
      if (sorted[vote] !== previous) sorted[++lastKept] = previous = sorted[vote]
      count[lastKept]++
    }
  }
  start[cells] = lastKept + 1
  return { units, start, unit: sorted.slice(0, lastKept + 1), count: count.slice(0, lastKept + 1) }
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

const KINDS = 4

/** The counts of every contestant, over all votes. */
export function countsOf({ contestants, left, right, outcome }: VoteColumns): Counts[] {
  const first = new Float64Array(KINDS * contestants)
  const second = new Float64Array(KINDS * contestants)
  for (let vote = 0; vote < outcome.length; vote++) {
    first[KINDS * left[vote] + outcome[vote]]++
    second[KINDS * right[vote] + outcome[vote]]++
  }
  return Array.from({ length: contestants }, (_, contestant) => {
    const at = KINDS * contestant
    const wins = first[at + LEFT] + second[at + RIGHT]
    const losses = first[at + RIGHT] + second[at + LEFT]
    const bothBad = first[at + BOTH_BAD] + second[at + BOTH_BAD]
    const ties = first[at + TIE] + second[at + TIE] + bothBad
    return { wins, losses, ties, bothBad, votes: wins + losses + ties }
  })
}
