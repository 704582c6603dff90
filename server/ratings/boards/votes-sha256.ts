import { createHash } from 'node:crypto'
import type { Hash } from 'node:crypto'
import type { Cluster } from '../../../shared/contracts/index.ts'
import { OUTCOMES } from '../../../shared/votes/vote-table.ts'
import type { VoteTable } from '../../../shared/votes/vote-table.ts'
import type { Sorted } from './canonical-order.ts'

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
export function votesSha256(table: VoteTable, sorted: Sorted, cluster: Cluster): string {
  const hash = createHash('sha256')
  addLines(hash, table, sorted, cluster)
  return hash.digest('hex')
}

/** Adds the lines of votes, in this order, to a hash that may have lines already. */
export function addLines(hash: Hash, table: VoteTable, { rows, counts }: Sorted, cluster: Cluster): void {
  const lines = new Lines(table, cluster)
  let piece = new Uint8Array(2 * PIECE)
  let end = 0
  for (let i = 0; i < rows.length; i++) {
    const line = lines.of(rows[i])
    for (let left = counts ? counts[i] : 1; left > 0;) {
      const some = Math.min(left, 1 + Math.floor(PIECE / line.length))
      if (piece.length < end + some * line.length) piece = longer(piece, piece.length + 2 * line.length)
      for (let copy = 0; copy < some; copy++, end += line.length) piece.set(line, end)
      if (end > PIECE) end = (hash.update(piece.subarray(0, end)), 0)
      left -= some
    }
  }
  hash.update(piece.subarray(0, end))
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

  constructor(table: VoteTable, cluster: Cluster) {
    this.#table = table
    const kinds = cluster === 'both' ? (['prompt', 'voter'] as const) : [cluster]
    this.#clusters = kinds.map((kind) => ({
      texts: kind === 'vote' || table[kind].of.length === 0 ? null : table[kind],
      names: [],
    }))
    this.#names = table.contestants.map((name) => UTF8.encode(`\t${name}`))
  }

  /** The line of a vote; the next call overwrites it. */
  of(row: number): Uint8Array {
    const { ids, left, right, outcome } = this.#table
    const [from, to] = ids && row < ids.count ? [ids.start(row), ids.ends[row]] : [0, 0]
    this.#end = 0
    if (ids) this.#put(ids.bytes, from, to)
    this.#put(this.#names[left[row]], 0, this.#names[left[row]].length)
    this.#put(this.#names[right[row]], 0, this.#names[right[row]].length)
    this.#put(OUTCOME_CELLS[outcome[row]], 0, OUTCOME_CELLS[outcome[row]].length)
    this.#clusters.forEach(({ texts, names }, place) => {
      if (place > 0) this.#put(TAB, 0, 1)
      const number = texts ? texts.of[row] : -1
      if (number >= 0) {
        const name = (names[number] ??= UTF8.encode(texts!.names[number]))
        this.#put(name, 0, name.length)
      } else if (ids) this.#put(ids.bytes, from, to)
    })
    this.#put(LINE_END, 0, 1)
    return this.#line.subarray(0, this.#end)
  }

  #put(bytes: Uint8Array, from: number, to: number): void {
    if (this.#end + to - from > this.#line.length)
      this.#line = longer(this.#line, 2 * (this.#end + to - from))
    for (let i = from; i < to; i++) this.#line[this.#end++] = bytes[i]
  }
}

const TAB = UTF8.encode('\t')
const OUTCOME_CELLS = OUTCOMES.map((outcome) => UTF8.encode(`\t${outcome}\t`))
const LINE_END = UTF8.encode('\n')
