import {
  inOrderOfIds,
  compare,
  completeIds,
  idSpan,
  type Texts,
  type VoteTable,
  unitTexts,
  OUTCOMES,
} from '../../../shared/votes/vote-table.ts'
import type { Cluster } from '../../../shared/contracts/index.ts'
import { createHash } from 'node:crypto'

/** The place of each outcome code among the sorted names of outcomes. */
const OUTCOME_RANK = [1, 2, 3, 0]
/** Compares names by UTF-16 code units, which is the same on every machine. */
export function byCodeUnits(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** The place of each name among the sorted names that occur in the column; −1 for names that do not occur. */
export function nameRanks({ names, codes }: Texts): { ranks: Int32Array; count: number } {
  const ranks = new Int32Array(names.length).fill(-1)
  for (const number of codes) if (number >= 0) ranks[number] = 0
  const used = [...names.keys()].filter((number) => ranks[number] === 0)
  used.sort((a, b) => byCodeUnits(names[a], names[b])).forEach((number, rank) => (ranks[number] = rank))
  return { ranks, count: used.length }
}

/**
 * The rows sorted by id as strings. Votes with the same id are sorted by the names of A and B, by outcome, and by prompt and voter if
 * `cluster` uses them. So the input order never matters.
 */
export function inCanonicalOrder(table: VoteTable, cluster: Cluster): Int32Array {
  const { votes } = table
  if (!table.ids) {
    const rows = Int32Array.from({ length: votes }, (_, row) => row)
    return orderingKeys(table, cluster).reduceRight(
      (sorted, { key, range }) => sortedBy(sorted, key, range),
      rows,
    )
  }
  const ids = completeIds(table.ids, votes)
  const order = inOrderOfIds(ids)
  let keys: Key[] | null = null
  const byKeys = (a: number, b: number) => {
    for (const { key } of (keys ??= orderingKeys(table, cluster)))
      if (key(a) !== key(b)) return key(a) - key(b)
    return 0
  }
  for (let from = 0, to = 1; from < votes; from = to++) {
    while (to < votes && compare(ids, order[from], order[to]) === 0) to++
    if (to - from > 1) order.subarray(from, to).sort(byKeys)
  }
  return order
}

interface Key {
  /** The key of a row, 0 … range − 1. */
  key: (row: number) => number
  range: number
}

/** The keys that order votes of one id, most important first. */
function orderingKeys(table: VoteTable, cluster: Cluster): Key[] {
  const { contestants, left, right, outcome, voter } = table
  const prompt = unitTexts(table, 'prompt')
  const size = contestants.length
  const numbers = Int32Array.from(contestants.keys())
  const { ranks } = nameRanks({ names: contestants, codes: numbers })
  const units = {
    vote: [],
    prompt: [prompt],
    voter: [prompt, voter],
    both: [prompt, voter],
  }[cluster]
  return [
    { key: (row) => ranks[left[row]], range: size },
    { key: (row) => ranks[right[row]] * 4 + OUTCOME_RANK[outcome[row]], range: 4 * size },
    ...units.flatMap(sortKeys),
  ]
}

/** A missing value comes first. */
function sortKeys(texts: Texts): Key[] {
  const { codes } = texts
  if (codes.length === 0) return []
  const { ranks, count } = nameRanks(texts)
  return [{ key: (row) => (codes[row] < 0 ? 0 : 1 + ranks[codes[row]]), range: count + 1 }]
}

/** A stable counting sort. */
function sortedBy(order: Int32Array, key: Key['key'], range: number): Int32Array<ArrayBuffer> {
  const next = new Int32Array(range + 1)
  for (const row of order) next[key(row) + 1]++
  for (let value = 0; value < range; value++) next[value + 1] += next[value]
  const sorted = new Int32Array(order.length)
  for (const row of order) sorted[next[key(row)]++] = row
  return sorted
}

/** The hash is fed in pieces of about this many bytes. */
const PIECE = 1 << 16
// browsers compute this too, and have no Buffer
const UTF8 = new TextEncoder()

/**
 * The fingerprint of a board's votes: SHA-256 over one line for each vote, sorted by id, in UTF-8, each ended by LF.
 * A line is `id \t contestant_a \t contestant_b \t outcome \t cluster`. The cluster of a vote without a name, and of
 * every vote when clustered by vote, is its id. Clustered by prompt and voter together (`both`), the line ends with
 * the prompt, a tab and the voter.
 */
export function votesSha256(table: VoteTable, rows: Int32Array, cluster: Cluster): string {
  const hash = createHash('sha256')
  const lines = new Lines(table, cluster)
  let piece = new Uint8Array(2 * PIECE)
  let end = 0
  for (const row of rows) {
    const line = lines.of(row)
    if (piece.length < end + line.length) piece = longer(piece, piece.length + 2 * line.length)
    piece.set(line, end)
    end += line.length
    if (end > PIECE) end = (hash.update(piece.subarray(0, end)), 0)
  }
  return hash.update(piece.subarray(0, end)).digest('hex')
}

function longer(bytes: Uint8Array, length: number): Uint8Array<ArrayBuffer> {
  const copy = new Uint8Array(length)
  copy.set(bytes)
  return copy
}

class Lines {
  #table: VoteTable
  #clusters: { texts: VoteTable['prompt'] | null; names: (Uint8Array | undefined)[] }[]
  #names: Uint8Array[]
  #line: Uint8Array = new Uint8Array(1024)
  #end = 0
  #last = -1

  constructor(table: VoteTable, cluster: Cluster) {
    this.#table = table
    const kinds = cluster === 'both' ? (['prompt', 'voter'] as const) : [cluster]
    this.#clusters = kinds.map((kind) => {
      const texts = kind === 'vote' ? null : unitTexts(table, kind)
      return { texts: texts && texts.codes.length > 0 ? texts : null, names: [] }
    })
    this.#names = table.contestants.map((name) => UTF8.encode(`\t${name}`))
  }

  /** The line of a vote; the next call overwrites it. */
  of(row: number): Uint8Array {
    const { ids, left, right, outcome } = this.#table
    const last = this.#last
    this.#last = row
    // without ids and names of units, millions of votes have a few thousand lines
    const isBare = !ids && this.#clusters.every(({ texts }) => texts === null)
    if (isBare && left[row] === left[last] && right[row] === right[last] && outcome[row] === outcome[last])
      return this.#line.subarray(0, this.#end)
    const [from, to] = ids ? idSpan(ids, row) : [0, 0]
    this.#end = 0
    if (ids) this.#put(ids.bytes, from, to)
    this.#put(this.#names[left[row]], 0, this.#names[left[row]].length)
    this.#put(this.#names[right[row]], 0, this.#names[right[row]].length)
    this.#put(OUTCOME_CELLS[outcome[row]], 0, OUTCOME_CELLS[outcome[row]].length)
    for (let place = 0; place < this.#clusters.length; place++) {
      const { texts, names } = this.#clusters[place]
      if (place > 0) this.#put(TAB, 0, 1)
      const number = texts ? texts.codes[row] : -1
      if (number >= 0) {
        const name = (names[number] ??= UTF8.encode(texts!.names[number]))
        this.#put(name, 0, name.length)
      } else if (ids) this.#put(ids.bytes, from, to)
    }
    this.#put(LINE_END, 0, 1)
    return this.#line.subarray(0, this.#end)
  }

  #put(bytes: Uint8Array, from: number, to: number): void {
    if (this.#end + to - from > this.#line.length)
      this.#line = longer(this.#line, 2 * (this.#end + to - from))
    const line = this.#line
    let end = this.#end
    for (let i = from; i < to; i++) line[end++] = bytes[i]
    this.#end = end
  }
}

const TAB = UTF8.encode('\t')
const OUTCOME_CELLS = OUTCOMES.map((outcome) => UTF8.encode(`\t${outcome}\t`))
const LINE_END = UTF8.encode('\n')
