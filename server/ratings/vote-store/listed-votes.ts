/** Which votes of a view a list of battles has, page by page. Each page selects from all votes of the arena. */
import { PEOPLE } from '../../../shared/contracts/source.ts'
import type { DividedVotes, ShownBattles } from '../../../shared/contracts/index.ts'
import { BOTH_BAD, LEFT, RIGHT, TIE } from '../../../shared/stats/index.ts'
import type { ArenaView } from '../view.ts'
import type { VoteStore } from './vote-store.ts'
import { countedRows } from './view-votes.ts'

export interface VoteListRequest {
  /** Empty: all. */
  criteria: readonly string[]
  /** Names; null: any. */
  contestant: string | null
  against: string | null
  /** The keys of prompts; null: any. */
  prompts: readonly string[] | null
  /** Null: all. With `disagreement`, the view has the votes of judges. */
  show: ShownBattles | null
  /** The last vote of the page before; null: the first page. */
  after: Place | null
  limit: number
}

/** Where a vote stands in the list: the highest rank first, then the newest. It changes only with the rank. */
export interface Place {
  rank: number
  id: number
}

export interface ListedVote extends Place {
  /** How votes on the same two answers are divided, where they contradict this one. */
  votes: DividedVotes | null
}

export interface ListedVotes {
  total: number
  /** Ends with the first vote of the next page, if there is one. */
  votes: ListedVote[]
}

/** The votes of a view that are asked for. */
export function listVotes(store: VoteStore, view: ArenaView, request: VoteListRequest): ListedVotes {
  const rows = askedRows(store, view, request)
  if (request.show === 'disagreement') return listDisagreements(store, rows, request)
  if (request.show === 'contradicted') return listContradicted(store, rows, request)
  const page = new Page(request)
  for (const row of rows.filter(outcomeFilter(store, request))) page.add(row, store.columns.ids[row], 0)
  return { total: page.total, votes: page.places.map(({ id, rank }) => ({ id, rank, votes: null })) }
}

/** The rows of the votes that a view counts under these criteria, on these contestants and prompts, the last one first. */
function askedRows(
  store: VoteStore,
  view: ArenaView,
  { criteria, contestant, against, prompts: keys }: VoteListRequest,
): Int32Array {
  const { columns, contestants, prompts, strata } = store
  const hasCriterion = strata.all.map(
    ({ criterion }) => criteria.length === 0 || criteria.includes(criterion),
  )
  const named = [contestant, against].flatMap((name) =>
    name === null ? [] : [contestants.names.indexOf(name)],
  )
  const wanted = keys && new Set(keys)
  const isWanted = wanted && prompts.names.map((key) => key !== undefined && wanted.has(key))
  const isAsked = (row: number) =>
    named.every((number) => columns.left[row] === number || columns.right[row] === number) &&
    (isWanted === null || isWanted[columns.prompt[row]] === true) &&
    hasCriterion[columns.stratum[row]]
  return countedRows(store, view).filter(isAsked).reverse()
}

function outcomeFilter(
  { columns, contestants }: VoteStore,
  { show, contestant }: VoteListRequest,
): (row: number) => boolean {
  if (show === null) return () => true
  if (show === 'tied') return (row) => columns.outcome[row] >= TIE
  if (contestant === null) return (row) => columns.outcome[row] < TIE
  const number = contestants.names.indexOf(contestant)
  return (row) => {
    if (columns.outcome[row] >= TIE) return false
    const winner = columns.outcome[row] === LEFT ? columns.left[row] : columns.right[row]
    return (winner === number) === (show === 'won')
  }
}

/** The best places after a given one, and how many there are in all. */
class Page {
  total = 0
  readonly places: (Place & { row: number })[] = []
  readonly #after: Place | null
  readonly #most: number

  constructor({ after, limit }: Pick<VoteListRequest, 'after' | 'limit'>) {
    this.#after = after
    this.#most = limit + 1
  }

  add(row: number, id: number, rank: number): void {
    this.total++
    const { places } = this
    if (this.#after && !isBefore(this.#after, rank, id)) return
    if (places.length === this.#most && isBefore(places[this.#most - 1], rank, id)) return
    let index = places.length
    while (index > 0 && !isBefore(places[index - 1], rank, id)) index--
    places.splice(index, 0, { row, id, rank })
    if (places.length > this.#most) places.pop()
  }
}

const isBefore = (place: Place, rank: number, id: number): boolean =>
  place.rank > rank || (place.rank === rank && place.id > id)

/** Numbers each meeting: two contestants on one prompt under one criterion. */
function meetingNumbers({ columns, contestants, prompts, strata }: VoteStore): (row: number) => number {
  const names = [...new Set(strata.all.map(({ criterion }) => criterion))]
  const criteria = strata.all.map(({ criterion }) => names.indexOf(criterion))
  const all = contestants.names.length
  return (row) => {
    const [left, right] = [columns.left[row], columns.right[row]]
    const pair = Math.min(left, right) * all + Math.max(left, right)
    return (criteria[columns.stratum[row]] * prompts.names.length + columns.prompt[row]) * all * all + pair
  }
}

/**
 * How the votes of some meetings are divided. Of a million votes, a sorted array of numbers takes 0.7 s of CPU where a map took
 * 1.7 s and 100 MB.
 */
class Meetings {
  readonly #store: VoteStore
  readonly #numbers: Float64Array
  readonly #meetingNumber: (row: number) => number
  /** For each number: votes for the contestant of the lower number, for the other one, ties, both bad. */
  readonly #counts: Int32Array

  /** @param numbers  sorted, each once */
  constructor(store: VoteStore, numbers: Float64Array) {
    this.#store = store
    this.#numbers = numbers
    this.#meetingNumber = meetingNumbers(store)
    this.#counts = new Int32Array(4 * numbers.length)
  }

  has(row: number): boolean {
    return this.#findSlot(row) >= 0
  }

  /** Counts a vote of one of the meetings; any other changes nothing. */
  count(row: number): void {
    const slot = this.#findSlot(row)
    if (slot < 0) return
    const { columns } = this.#store
    const outcome = columns.outcome[row]
    const fromLower = outcome >= TIE || columns.left[row] < columns.right[row] ? outcome : RIGHT - outcome
    this.#counts[slot + fromLower]++
  }

  /** How the votes of the meeting are divided, from the sides of this vote. */
  of(row: number): DividedVotes {
    const { columns } = this.#store
    const slot = this.#findSlot(row)
    const [low, high, tie, bothBad] = this.#counts.subarray(slot, slot + 4)
    const [left, right] = columns.left[row] < columns.right[row] ? [low, high] : [high, low]
    return { left, right, tie, bothBad }
  }

  #findSlot(row: number): number {
    const numbers = this.#numbers
    const number = this.#meetingNumber(row)
    let [from, to] = [0, numbers.length]
    while (from < to) {
      const middle = (from + to) >>> 1
      if (numbers[middle] < number) from = middle + 1
      else to = middle
    }
    return numbers[from] === number ? 4 * from : -1
  }
}

const withPrompt = ({ columns }: VoteStore, rows: Int32Array): Int32Array =>
  rows.filter((row) => columns.prompt[row] >= 0)

/** Votes with a winner, on two answers of which other votes name the other one. */
function listContradicted(store: VoteStore, all: Int32Array, request: VoteListRequest): ListedVotes {
  const { columns } = store
  const meetingNumber = meetingNumbers(store)
  const rows = withPrompt(store, all)
  const decisive = rows.filter((row) => columns.outcome[row] < TIE)
  const named = Float64Array.from(decisive, (row) => {
    const lowerWon = (columns.outcome[row] === LEFT) === columns.left[row] < columns.right[row]
    return 2 * meetingNumber(row) + (lowerWon ? 0 : 1)
  }).sort()
  // both winners of a meeting stand side by side
  const divided = named.filter((number, i) => number % 2 === 0 && named[i + 1] === number + 1)
  const meetings = new Meetings(
    store,
    divided.map((number) => number / 2),
  )
  for (const row of rows) meetings.count(row)
  const page = new Page(request)
  for (const row of decisive) if (meetings.has(row)) page.add(row, columns.ids[row], 0)
  return listedOn(page, meetings)
}

const ALL_OF_PEOPLE = { source: PEOPLE, criterion: null, category: null, since: null, before: null }

/** Ranks those with opposite winners before those of which one has none. */
const OPPOSITE = 2 ** 26

/** Votes of judges on two answers of which most people say otherwise: opposite winners first, then the clearest majority. */
function listDisagreements(store: VoteStore, all: Int32Array, request: VoteListRequest): ListedVotes {
  const { columns } = store
  const rows = withPrompt(store, all)
  const numbers = Float64Array.from(rows, meetingNumbers(store)).sort()
  const meetings = new Meetings(
    store,
    numbers.filter((number, i) => number !== numbers[i - 1]),
  )
  for (const row of withPrompt(store, countedRows(store, ALL_OF_PEOPLE))) meetings.count(row)
  const page = new Page(request)
  for (const row of rows) {
    const { left, right, tie, bothBad } = meetings.of(row)
    const tied = tie + bothBad
    if (left + right + tied === 0) continue
    const outcome = columns.outcome[row]
    const verdict = outcome === BOTH_BAD ? TIE : outcome
    const most = left > right && left > tied ? LEFT : right > left && right > tied ? RIGHT : TIE
    if (most === verdict) continue
    const votesFor = [left, right, tied]
    const isOpposite = most !== TIE && verdict !== TIE
    page.add(row, columns.ids[row], votesFor[most] - votesFor[verdict] + (isOpposite ? OPPOSITE : 0))
  }
  return listedOn(page, meetings)
}

const listedOn = ({ total, places }: Page, meetings: Meetings): ListedVotes => ({
  total,
  votes: places.map(({ row, id, rank }) => ({ id, rank, votes: meetings.of(row) })),
})
