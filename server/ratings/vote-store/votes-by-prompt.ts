import { BOTH_BAD, LEFT, TIE } from '../../../shared/stats/index.ts'
import type { ArenaView } from '../view.ts'
import type { VoteStore } from './vote-store.ts'
import { viewFilter } from './votes-of-view.ts'
import { VoteStatus } from './stored-votes.ts'
import type { CellVotes } from '../../../shared/contracts/index.ts'

/** The votes on one contestant on one prompt, against any other. */
export interface PromptVotes {
  key: string
  category: string | null
  wins: number
  losses: number
  /** Votes without a winner. */
  ties: number
  /** The number of these ties with the outcome `both_bad`. */
  bothBad: number
  /** The id of one of these votes. */
  vote: number
}

export interface ContestantVotes {
  votes: number
  /** Sorted by key; votes without a prompt are left out. */
  prompts: PromptVotes[]
  /** Ids of votes, drawn evenly from all. Equal votes give the same draw. */
  sample: number[]
}

/** How many votes are drawn. */
const SAMPLE = 20

/** The votes of a view on one contestant, in one scan of all votes; empty if the contestant is unknown. */
export function contestantVotes(store: VoteStore, name: string, view: ArenaView): ContestantVotes {
  const { columns, statuses, contestants, prompts } = store
  const number = contestants.names.indexOf(name)
  const isIncluded = viewFilter(store, view)
  const byPrompt = new Map<number, { votes: PromptVotes; place: number }>()
  const sample: { id: number; place: number }[] = []
  let votes = 0
  for (let row = 0; number >= 0 && row < columns.rows; row++) {
    const isLeft = columns.left[row] === number
    if (!isLeft && columns.right[row] !== number) continue
    if (statuses.of(row) !== VoteStatus.counted || !isIncluded(row)) continue
    votes++
    const id = columns.ids[row]
    const place = mixedBits(id)
    if (sample.length < SAMPLE || place < sample.at(-1)!.place) keepFirst(sample, { id, place })
    const prompt = columns.prompt[row]
    if (prompt < 0) continue
    let promptEntry = byPrompt.get(prompt)
    if (!promptEntry) {
      const key = prompts.names[prompt]
      if (key === undefined) throw new RangeError(`Prompt ${prompt} of the store has no key.`)
      const none = { wins: 0, losses: 0, ties: 0, bothBad: 0, vote: id }
      promptEntry = { votes: { key, category: store.categories[prompt] ?? null, ...none }, place }
      byPrompt.set(prompt, promptEntry)
    }
    if (place < promptEntry.place) {
      promptEntry.place = place
      promptEntry.votes.vote = id
    }
    addTo(promptEntry.votes, columns.outcome[row], isLeft)
  }
  const counted = [...byPrompt.values()].map((one) => one.votes)
  counted.sort((a, b) => (a.key < b.key ? -1 : 1))
  return { votes, prompts: counted, sample: sample.map(({ id }) => id) }
}

function addTo(fared: PromptVotes, outcome: number, isLeft: boolean): void {
  if (outcome === TIE || outcome === BOTH_BAD) {
    fared.ties++
    if (outcome === BOTH_BAD) fared.bothBad++
  } else if ((outcome === LEFT) === isLeft) fared.wins++
  else fared.losses++
}

function keepFirst(sample: { id: number; place: number }[], one: { id: number; place: number }): void {
  sample.push(one)
  sample.sort((a, b) => a.place - b.place)
  if (sample.length > SAMPLE) sample.pop()
}

/**
 * A pseudo-random number for an id, so that a sample has no preferred range. It is the last step of MurmurHash3 with
 * 32 bits.
 */
function mixedBits(id: number): number {
  let bits = ((id % 2 ** 32) ^ Math.floor(id / 2 ** 32)) | 0
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
  return (bits ^ (bits >>> 16)) >>> 0
}

/** Which prompts are listed by their votes. `of`: by those of this contestant; null: of any chosen one. */
export interface PromptsByVotes {
  show: 'won' | 'lost' | 'tied' | 'bothBad' | 'divided'
  of: string | null
  offset: number
  limit: number
}

export interface VotesOfPrompt {
  key: string
  /** One for each chosen contestant. */
  cells: CellVotes[]
}

export interface ExploredVotes {
  total: number
  prompts: VotesOfPrompt[]
}

/** Counts of one cell, in this order. */
const FIELDS = ['wins', 'losses', 'ties', 'bothBad', 'divided'] as const
const WIDTH = FIELDS.length
const [WINS, LOSSES, TIES, BAD, DIVIDED] = FIELDS.keys()

/** The prompts that are counted, by number in the store: the row of each, or −1. */
interface Rows {
  of: Int32Array
  length: number
}

/**
 * The votes of a view on some contestants, prompt by prompt. It scans all votes twice at most, and returns no more than
 * a page: the prompts with these keys, or those that their votes select, the clearest first.
 * @param names  the chosen contestants; one without votes has zeros
 */
export function exploredVotes(
  store: VoteStore,
  names: readonly string[],
  view: ArenaView,
  asked: readonly string[] | PromptsByVotes,
): ExploredVotes {
  if (!('show' in asked)) {
    const numbers = numbersOf(store, asked)
    const counts = countCells(store, names, view, rowsOf(store, numbers), true)
    return { total: asked.length, prompts: numbers.map((_, row) => votesOf(asked[row], counts, row, names)) }
  }
  const numbers = store.prompts.names.map((_, number) => number)
  const all = countCells(store, names, view, rowsOf(store, numbers), asked.show === 'divided')
  const columns = asked.of === null ? [...names.keys()] : [names.indexOf(asked.of)]
  const found = numbers.flatMap((number) => {
    const how = Math.max(...columns.map((column) => clarity(all, number * names.length + column, asked.show)))
    return how > 0 ? [{ number, key: store.prompts.names[number]!, how }] : []
  })
  found.sort((a, b) => b.how - a.how || (a.key < b.key ? -1 : 1))
  const shown = found.slice(asked.offset, asked.offset + asked.limit)
  const rows = rowsOf(
    store,
    shown.map(({ number }) => number),
  )
  const counts = countCells(store, names, view, rows, true)
  return { total: found.length, prompts: shown.map(({ key }, row) => votesOf(key, counts, row, names)) }
}

/** How clearly a cell is what is listed: a number of votes, or 0 if it is not. */
function clarity(counts: Int32Array, cell: number, show: PromptsByVotes['show']): number {
  const at = cell * WIDTH
  const lead = counts[at + WINS] - counts[at + LOSSES]
  if (show === 'won') return lead
  if (show === 'lost') return -lead
  if (show === 'bothBad') return counts[at + BAD]
  if (show === 'divided') return counts[at + DIVIDED]
  return lead === 0 ? counts[at + WINS] + counts[at + LOSSES] + counts[at + TIES] : 0
}

function votesOf(key: string, counts: Int32Array, row: number, { length }: readonly string[]): VotesOfPrompt {
  const cells = Array.from({ length }, (_, column) => {
    const at = (row * length + column) * WIDTH
    return {
      wins: counts[at + WINS],
      losses: counts[at + LOSSES],
      ties: counts[at + TIES],
      bothBad: counts[at + BAD],
      divided: counts[at + DIVIDED],
    }
  })
  return { key, cells }
}

/** The numbers of prompts; −1 for one that the store does not know yet. */
function numbersOf({ prompts }: VoteStore, keys: readonly string[]): number[] {
  const wanted = new Map(keys.map((key, row) => [key, row]))
  const numbers = keys.map(() => -1)
  prompts.names.forEach((name, number) => {
    const row = name === undefined ? undefined : wanted.get(name)
    if (row !== undefined) numbers[row] = number
  })
  return numbers
}

function rowsOf({ prompts }: VoteStore, numbers: readonly number[]): Rows {
  const of = new Int32Array(prompts.names.length).fill(-1)
  numbers.forEach((number, row) => {
    if (number >= 0) of[number] = row
  })
  return { of, length: numbers.length }
}

/** The counts of all cells, row by row. */
function countCells(
  store: VoteStore,
  names: readonly string[],
  view: ArenaView,
  rows: Rows,
  withDivided: boolean,
): Int32Array {
  const { columns, statuses, contestants } = store
  const isIncluded = viewFilter(store, view)
  const columnOf = new Int16Array(contestants.names.length).fill(-1)
  names.forEach((name, column) => {
    const number = contestants.names.indexOf(name)
    if (number >= 0) columnOf[number] = column
  })
  const counts = new Int32Array(rows.length * names.length * WIDTH)
  const decided: number[] = []
  for (let vote = 0; vote < columns.rows; vote++) {
    const prompt = columns.prompt[vote]
    const row = prompt < 0 ? -1 : rows.of[prompt]
    if (row < 0) continue
    const [left, right] = [columns.left[vote], columns.right[vote]]
    const [ofLeft, ofRight] = [columnOf[left], columnOf[right]]
    if (ofLeft < 0 && ofRight < 0) continue
    if (statuses.of(vote) !== VoteStatus.counted || !isIncluded(vote)) continue
    const outcome = columns.outcome[vote]
    if (ofLeft >= 0) count(counts, (row * names.length + ofLeft) * WIDTH, outcome, true)
    if (ofRight >= 0) count(counts, (row * names.length + ofRight) * WIDTH, outcome, false)
    if (withDivided && outcome !== TIE && outcome !== BOTH_BAD)
      decided.push(meetingOf(row, left, right, contestants.names.length, outcome === LEFT))
  }
  countDivided(counts, decided, columnOf, names.length)
  return counts
}

function count(counts: Int32Array, at: number, outcome: number, isLeft: boolean): void {
  if (outcome === TIE || outcome === BOTH_BAD) {
    counts[at + TIES]++
    if (outcome === BOTH_BAD) counts[at + BAD]++
  } else counts[at + ((outcome === LEFT) === isLeft ? WINS : LOSSES)]++
}

/** One number for row, pair and winner. Votes of a pair on a prompt are side by side when such numbers are sorted. */
function meetingOf(row: number, left: number, right: number, all: number, leftWon: boolean): number {
  const [low, high] = left < right ? [left, right] : [right, left]
  return ((row * all + low) * all + high) * 2 + (leftWon === left < right ? 0 : 1)
}

/** Counts the pairs for which some votes name the one and some the other. */
function countDivided(
  counts: Int32Array,
  decided: readonly number[],
  columnOf: Int16Array,
  width: number,
): void {
  const sorted = Float64Array.from(decided).sort()
  const all = columnOf.length
  for (let at = 1; at < sorted.length; at++) {
    const pair = Math.floor(sorted[at] / 2)
    const isDivided = sorted[at] % 2 === 1 && sorted[at - 1] === 2 * pair
    if (!isDivided) continue
    const row = Math.floor(pair / (all * all))
    for (const contestant of [Math.floor(pair / all) % all, pair % all]) {
      const column = columnOf[contestant]
      if (column >= 0) counts[(row * width + column) * WIDTH + DIVIDED]++
    }
  }
}

/** The ids of the newest votes of a view on one contestant on one prompt, the latest first. */
export function votesOnCell(
  store: VoteStore,
  { contestant, prompt, most }: { contestant: string; prompt: string; most: number },
  view: ArenaView,
): number[] {
  const { columns, statuses, contestants, prompts } = store
  const isIncluded = viewFilter(store, view)
  const [one, where] = [contestants.names.indexOf(contestant), prompts.names.indexOf(prompt)]
  const ids: number[] = []
  for (let vote = columns.rows - 1; where >= 0 && vote >= 0 && ids.length < most; vote--) {
    if (columns.prompt[vote] !== where) continue
    if (columns.left[vote] !== one && columns.right[vote] !== one) continue
    if (statuses.of(vote) === VoteStatus.counted && isIncluded(vote)) ids.push(columns.ids[vote])
  }
  return ids
}
