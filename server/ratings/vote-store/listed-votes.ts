/** Which votes of a view a list of battles has, page by page. Each page scans all votes of the arena. */
import type { DividedVotes, ShownBattles } from '../../../shared/contracts/index.ts'
import { BOTH_BAD, LEFT, RIGHT, TIE } from '../../../shared/stats/index.ts'
import { isOfSource, type ArenaView } from '../view.ts'
import { VoteStatus } from './stored-votes.ts'
import type { VoteStore } from './vote-store.ts'
import { viewFilter } from './votes-of-view.ts'

export interface VotesAsked {
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
export function listVotes(store: VoteStore, view: ArenaView, asked: VotesAsked): ListedVotes {
  const { columns } = store
  const isAsked = rowFilter(store, view, asked)
  if (asked.show === 'disagreement') return listDisagreements(store, isAsked, asked)
  if (asked.show === 'contradicted') return listContradicted(store, isAsked, asked)
  const page = new Page(asked)
  const hasOutcome = outcomeFilter(store, asked)
  for (let row = columns.rows - 1; row >= 0; row--)
    if (isAsked(row) && hasOutcome(row)) page.add(row, columns.ids[row], 0)
  return { total: page.total, votes: page.places.map(({ id, rank }) => ({ id, rank, votes: null })) }
}

type RowFilter = (row: number) => boolean

function rowFilter(
  store: VoteStore,
  view: ArenaView,
  { criteria, contestant, against, prompts: keys }: VotesAsked,
): RowFilter {
  const { columns, statuses, contestants, prompts, groups } = store
  const isIncluded = viewFilter(store, view)
  const has = groups.all.map(({ criterion }) => criteria.length === 0 || criteria.includes(criterion))
  const named = [contestant, against].flatMap((name) =>
    name === null ? [] : [contestants.names.indexOf(name)],
  )
  if (named.includes(-1)) return () => false
  const wanted = keys && new Set(keys)
  const isWanted = wanted && prompts.names.map((key) => key !== undefined && wanted.has(key))
  return (row) =>
    named.every((one) => columns.left[row] === one || columns.right[row] === one) &&
    (isWanted === null || isWanted[columns.prompt[row]] === true) &&
    has[columns.group[row]] &&
    statuses.of(row) === VoteStatus.counted &&
    isIncluded(row)
}

function outcomeFilter({ columns, contestants }: VoteStore, { show, contestant }: VotesAsked): RowFilter {
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

  constructor({ after, limit }: Pick<VotesAsked, 'after' | 'limit'>) {
    this.#after = after
    this.#most = limit + 1
  }

  add(row: number, id: number, rank: number): void {
    this.total++
    const place = { row, id, rank }
    if (this.#after && inOrder(place, this.#after) <= 0) return
    const { places } = this
    if (places.length === this.#most && inOrder(place, places.at(-1)!) > 0) return
    let at = places.length
    while (at > 0 && inOrder(place, places[at - 1]) < 0) at--
    places.splice(at, 0, place)
    if (places.length > this.#most) places.pop()
  }
}

const inOrder = (one: Place, other: Place): number => other.rank - one.rank || other.id - one.id

/** Votes by the same two contestants on the same prompt under the same criterion, from the side of the lower number. */
class Meetings {
  readonly #slots = new Map<number, number>()
  #counts = new Int32Array(4096)
  readonly #store: VoteStore
  readonly #criteria: number[]

  constructor(store: VoteStore) {
    this.#store = store
    const names = [...new Set(store.groups.all.map(({ criterion }) => criterion))]
    this.#criteria = store.groups.all.map(({ criterion }) => names.indexOf(criterion))
  }

  /** Adds the meeting of a vote, which must name a prompt. */
  open(row: number): void {
    const key = this.#keyOf(row)
    if (this.#slots.has(key)) return
    const slot = 4 * this.#slots.size
    this.#slots.set(key, slot)
    if (slot < this.#counts.length) return
    const longer = new Int32Array(2 * this.#counts.length)
    longer.set(this.#counts)
    this.#counts = longer
  }

  /** Counts a vote, if its meeting is open. */
  count(row: number): void {
    const slot = this.#slots.get(this.#keyOf(row))
    if (slot === undefined) return
    const { columns } = this.#store
    const outcome = columns.outcome[row]
    const seen = outcome >= TIE || columns.left[row] < columns.right[row] ? outcome : RIGHT - outcome
    this.#counts[slot + seen]++
  }

  /** How the votes of the meeting are divided, from the sides of this vote. */
  of(row: number): DividedVotes {
    const { columns } = this.#store
    const slot = this.#slots.get(this.#keyOf(row))!
    const [low, high, tie, bothBad] = this.#counts.subarray(slot, slot + 4)
    const [left, right] = columns.left[row] < columns.right[row] ? [low, high] : [high, low]
    return { left, right, tie, bothBad }
  }

  #keyOf(row: number): number {
    const { columns, contestants, prompts } = this.#store
    const [left, right] = [columns.left[row], columns.right[row]]
    const criterion = this.#criteria[columns.group[row]]
    const pair = Math.min(left, right) * contestants.names.length + Math.max(left, right)
    return (criterion * prompts.names.length + columns.prompt[row]) * contestants.names.length ** 2 + pair
  }
}

/** Votes with a winner, on two answers of which other votes name the other one. */
function listContradicted(store: VoteStore, isAsked: RowFilter, asked: VotesAsked): ListedVotes {
  const { columns } = store
  const meetings = new Meetings(store)
  const rows: number[] = []
  for (let row = columns.rows - 1; row >= 0; row--) {
    if (columns.prompt[row] < 0 || !isAsked(row)) continue
    meetings.open(row)
    meetings.count(row)
    if (columns.outcome[row] < TIE) rows.push(row)
  }
  const page = new Page(asked)
  for (const row of rows) {
    const { left, right } = meetings.of(row)
    if (left > 0 && right > 0) page.add(row, columns.ids[row], 0)
  }
  return listedOn(page, meetings)
}

/** Ranks those with opposite winners before those of which one has none. */
const OPPOSITE = 2 ** 26

/** Votes of judges on two answers of which most people say otherwise: opposite winners first, then the clearest majority. */
function listDisagreements(store: VoteStore, isAsked: RowFilter, asked: VotesAsked): ListedVotes {
  const { columns, statuses, groups } = store
  const meetings = new Meetings(store)
  const rows: number[] = []
  for (let row = columns.rows - 1; row >= 0; row--) {
    if (columns.prompt[row] < 0 || !isAsked(row)) continue
    meetings.open(row)
    rows.push(row)
  }
  const isPeoples = groups.all.map((group) => isOfSource(group, 'humans'))
  for (let row = 0; row < columns.rows; row++)
    if (columns.prompt[row] >= 0 && isPeoples[columns.group[row]] && statuses.of(row) === VoteStatus.counted)
      meetings.count(row)
  const page = new Page(asked)
  for (const row of rows) {
    const { left, right, tie, bothBad } = meetings.of(row)
    const tied = tie + bothBad
    if (left + right + tied === 0) continue
    const outcome = columns.outcome[row]
    const said = outcome === BOTH_BAD ? TIE : outcome
    const most = left > right && left > tied ? LEFT : right > left && right > tied ? RIGHT : TIE
    if (most === said) continue
    const votesFor = [left, right, tied]
    const isOpposite = most !== TIE && said !== TIE
    page.add(row, columns.ids[row], votesFor[most] - votesFor[said] + (isOpposite ? OPPOSITE : 0))
  }
  return listedOn(page, meetings)
}

const listedOn = ({ total, places }: Page, meetings: Meetings): ListedVotes => ({
  total,
  votes: places.map(({ row, id, rank }) => ({ id, rank, votes: meetings.of(row) })),
})
