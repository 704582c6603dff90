/** The parts of a vote store: columns, names, strata, and the status of each vote. */
import type { VoteSource } from '../../../shared/contracts/index.ts'
import { isVisibleIn, type Snapshots } from '../../platform/postgres/publishing.ts'
import { byCodeUnits } from '../boards/canonical-order.ts'
import type { Stratum } from '../view.ts'

// Strata: the votes of one source, judge and criterion. A view includes whole strata, so filters decide once for each stratum.

export type EntryKind = 'votes' | 'retractions' | 'marks'

/** Indexed by their code in rows of `votesQuery`. */
export const VOTE_SOURCES: readonly VoteSource[] = ['human', 'judge', 'result', 'simulated', 'live']

export class Strata {
  readonly all: Stratum[] = []
  #numbers = new Map<string, number>()

  /** The number of a stratum; a new stratum gets the next number. */
  number(source: number, judge: string | null, criterion: string): number {
    const key = `${source}\0${criterion}\0${judge ?? ''}`
    let number = this.#numbers.get(key)
    if (number === undefined) {
      this.#numbers.set(key, (number = this.all.length))
      this.all.push({ source: VOTE_SOURCES[source], judge, criterion, votes: 0, retractions: 0, marks: 0 })
    }
    return number
  }

  /** Sets all counts to zero. */
  reset(): void {
    for (const stratum of this.all) stratum.votes = stratum.retractions = stratum.marks = 0
  }
}

// The status of each vote. The SQL function `counted_votes_in` defines the same; a test compares the two.

/**
 * `hidden`: not published yet, or retracted. `quarantined` and `leaked`: not counted; boards show how many there are of
 * each. `leaked`: in quarantine since an answer named its model, or the prompt asked for it. `overCap`: there since its voter
 * has cast more votes than the arena counts.
 */
export const VoteStatus = { hidden: 0, counted: 1, quarantined: 2, leaked: 3, overCap: 4 } as const
export type VoteStatus = (typeof VoteStatus)[keyof typeof VoteStatus]

/** A quarantine, or a release from it. */
interface Mark {
  id: number
  txid: number
  /** The status that it gives the vote. */
  status: VoteStatus
}

export class VoteStatuses {
  readonly #columns: Columns
  #statuses = new Uint8Array(0)
  readonly #retractions = new Map<number, number>()
  readonly #marks = new Map<number, Mark[]>()

  constructor(columns: Columns) {
    this.#columns = columns
  }

  /** The status of a row at its last `update`. */
  of(row: number): VoteStatus {
    return (this.#statuses[row] ?? VoteStatus.hidden) as VoteStatus
  }

  /** Determines the status of a row in a publication. */
  update(row: number, publication: Snapshots): void {
    if (row >= this.#statuses.length) {
      const longer = new Uint8Array(this.#columns.ids.length)
      longer.set(this.#statuses)
      this.#statuses = longer
    }
    this.#statuses[row] = this.#statusIn(row, publication)
  }

  retract(row: number, txid: number): void {
    this.#retractions.set(row, txid)
  }

  mark(row: number, mark: Mark): void {
    const marks = this.#marks.get(row) ?? []
    this.#marks.set(
      row,
      [...marks.filter(({ id }) => id !== mark.id), mark].sort((a, b) => a.id - b.id),
    )
  }

  isRetracted(row: number): boolean {
    return this.#retractions.has(row)
  }

  isMarked(row: number, id: number): boolean {
    return this.#marks.get(row)?.some((mark) => mark.id === id) ?? false
  }

  /** Every retraction, quarantine and release: its row and its transaction. */
  *changes(): Generator<{ row: number; txid: number; kind: 'retractions' | 'marks' }> {
    for (const [row, txid] of this.#retractions) yield { row, txid, kind: 'retractions' }
    for (const [row, marks] of this.#marks) for (const { txid } of marks) yield { row, txid, kind: 'marks' }
  }

  #statusIn(row: number, { votes, changes }: Snapshots): VoteStatus {
    if (!isVisibleIn(this.#columns.txid[row], votes)) return VoteStatus.hidden
    const retraction = this.#retractions.get(row)
    if (retraction !== undefined && isVisibleIn(retraction, changes)) return VoteStatus.hidden
    const last = this.#marks.get(row)?.findLast(({ txid }) => isVisibleIn(txid, changes))
    return last?.status ?? VoteStatus.counted
  }
}

// Columns. A vote keeps its row; columns grow, and the values of a row never change.

const FIRST_ROOM = 1024

type Column = Uint8Array | Int32Array | Float64Array

/** Columns that another thread may read while this one adds rows. */
const shared = {
  uint8: (rows: number) => new Uint8Array(new SharedArrayBuffer(rows)),
  int32: (rows: number) => new Int32Array(new SharedArrayBuffer(4 * rows)),
  float64: (rows: number) => new Float64Array(new SharedArrayBuffer(8 * rows)),
}

export class Columns {
  rows = 0
  ids = shared.float64(FIRST_ROOM)
  /** Numbers of contestants. */
  left = shared.int32(FIRST_ROOM)
  right = shared.int32(FIRST_ROOM)
  /** Codes of shared/stats. */
  outcome = shared.uint8(FIRST_ROOM)
  /** Number of the prompt and of the voter; −1: not known. */
  prompt = shared.int32(FIRST_ROOM)
  voter = shared.int32(FIRST_ROOM)
  /** The number of the stratum: source, judge and criterion. */
  stratum = shared.int32(FIRST_ROOM)
  /** Microseconds since 2000. */
  castAt = shared.float64(FIRST_ROOM)
  /** The number of the transaction that recorded it. */
  txid = shared.float64(FIRST_ROOM)
  #places = new Int32Array(4 * FIRST_ROOM)

  /** Adds the row of a vote, with its id and zeros. */
  add(id: number): number {
    if (this.rows === this.ids.length) this.#grow()
    const row = this.rows++
    this.ids[row] = id
    this.#places[this.#findPlace(id)] = row + 1
    return row
  }

  /** The row of a vote, or −1. */
  findRow(id: number): number {
    return this.#places[this.#findPlace(id)] - 1
  }

  /** Where the row of an id is, or would be: open addressing in a table at least twice as large as needed. */
  #findPlace(id: number): number {
    const mask = this.#places.length - 1
    let place = Math.imul(id | 0, 0x9e3779b1) >>> 0
    for (place = (place ^ (place >>> 15)) & mask; ; place = (place + 1) & mask) {
      const row = this.#places[place]
      if (row === 0 || this.ids[row - 1] === id) return place
    }
  }

  #grow(): void {
    const room = 2 * this.ids.length
    this.ids = longer(this.ids, shared.float64(room))
    this.left = longer(this.left, shared.int32(room))
    this.right = longer(this.right, shared.int32(room))
    this.outcome = longer(this.outcome, shared.uint8(room))
    this.prompt = longer(this.prompt, shared.int32(room))
    this.voter = longer(this.voter, shared.int32(room))
    this.stratum = longer(this.stratum, shared.int32(room))
    this.castAt = longer(this.castAt, shared.float64(room))
    this.txid = longer(this.txid, shared.float64(room))
    this.#places = new Int32Array(4 * room)
    for (let row = 0; row < this.rows; row++) this.#places[this.#findPlace(this.ids[row])] = row + 1
  }
}

function longer<T extends Column>(from: Column, to: T): T {
  to.set(from)
  return to
}

// Names of contestants or prompts by number. A number never changes; its place among the sorted names may.

export class Names {
  /** By number; undefined until the name is read. */
  readonly names: (string | undefined)[] = []
  sorted: string[] = []
  /** By number, the place among the sorted names. */
  place = new Int32Array(0)
  #numbers = new Map<number, number>()

  number(id: number): number {
    let number = this.#numbers.get(id)
    if (number === undefined) {
      this.#numbers.set(id, (number = this.names.length))
      this.names.push(undefined)
    }
    return number
  }

  /** Whether any number has no name yet. */
  get isIncomplete(): boolean {
    return this.place.length < this.names.length
  }

  setAll(all: readonly { id: number; name: string }[]): void {
    for (const { id, name } of all) this.names[this.number(id)] = name
    this.sorted = all.map(({ name }) => name).sort(byCodeUnits)
    const places = new Map(this.sorted.map((name, place) => [name, place]))
    this.place = Int32Array.from(this.names, (name) => places.get(name!) ?? -1)
  }
}
