/** The votes of one arena in columns. A vote keeps its row; columns grow, and the values of a row never change. */
import { byCodeUnits } from '../boards/canonical-order.ts'

const FIRST_ROOM = 1024

type Column = Uint8Array | Int32Array | Float64Array

/** Columns that another thread may read while this one adds rows. */
const shared = {
  bytes: (rows: number) => new Uint8Array(new SharedArrayBuffer(rows)),
  whole: (rows: number) => new Int32Array(new SharedArrayBuffer(4 * rows)),
  number: (rows: number) => new Float64Array(new SharedArrayBuffer(8 * rows)),
}

export class Columns {
  rows = 0
  ids = shared.number(FIRST_ROOM)
  /** Numbers of contestants. */
  left = shared.whole(FIRST_ROOM)
  right = shared.whole(FIRST_ROOM)
  /** Codes of shared/stats. */
  outcome = shared.bytes(FIRST_ROOM)
  /** Number of the prompt and of the voter; −1: not known. */
  prompt = shared.whole(FIRST_ROOM)
  voter = shared.whole(FIRST_ROOM)
  /** The number of the group: source, judge and criterion. */
  group = shared.whole(FIRST_ROOM)
  /** Microseconds since 2000. */
  castAt = shared.number(FIRST_ROOM)
  /** The number of the transaction that recorded it. */
  txid = shared.number(FIRST_ROOM)
  #places = new Int32Array(4 * FIRST_ROOM)

  /** Adds the row of a vote, with its id and zeros. */
  add(id: number): number {
    if (this.rows === this.ids.length) this.#grow()
    const row = this.rows++
    this.ids[row] = id
    this.#places[this.#placeOf(id)] = row + 1
    return row
  }

  /** The row of a vote, or −1. */
  rowOf(id: number): number {
    return this.#places[this.#placeOf(id)] - 1
  }

  /** Where the row of an id is, or would be: open addressing in a table at least twice as large as needed. */
  #placeOf(id: number): number {
    const mask = this.#places.length - 1
    let place = Math.imul(id | 0, 0x9e3779b1) >>> 0
    for (place = (place ^ (place >>> 15)) & mask; ; place = (place + 1) & mask) {
      const row = this.#places[place]
      if (row === 0 || this.ids[row - 1] === id) return place
    }
  }

  #grow(): void {
    const room = 2 * this.ids.length
    this.ids = longer(this.ids, shared.number(room))
    this.left = longer(this.left, shared.whole(room))
    this.right = longer(this.right, shared.whole(room))
    this.outcome = longer(this.outcome, shared.bytes(room))
    this.prompt = longer(this.prompt, shared.whole(room))
    this.voter = longer(this.voter, shared.whole(room))
    this.group = longer(this.group, shared.whole(room))
    this.castAt = longer(this.castAt, shared.number(room))
    this.txid = longer(this.txid, shared.number(room))
    this.#places = new Int32Array(4 * room)
    for (let row = 0; row < this.rows; row++) this.#places[this.#placeOf(this.ids[row])] = row + 1
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
  /** All names, sorted. */
  sorted: string[] = []
  /** By number, the place among the sorted names. */
  place = new Int32Array(0)
  #numbers = new Map<number, number>()

  /** The number of a database id. */
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

  /** Sets all names. Returns whether any place among the sorted names has changed. */
  setAll(all: readonly { id: number; name: string }[]): boolean {
    for (const { id, name } of all) this.names[this.number(id)] = name
    const before = this.sorted
    this.sorted = all.map(({ name }) => name).sort(byCodeUnits)
    const places = new Map(this.sorted.map((name, place) => [name, place]))
    this.place = Int32Array.from(this.names, (name) => places.get(name!) ?? -1)
    return before.length !== this.sorted.length || before.some((name, place) => name !== this.sorted[place])
  }
}
