import { textField } from './fields.ts'
import { unescaped } from './unescaped.ts'

const BASIS = 0x811c9dc5 | 0
const PRIME = 0x01000193

/** One step of FNV-1a; a cell's hash begins with `startHash`. */
export const stepHash = (hash: number, byte: number): number => Math.imul(hash ^ byte, PRIME)
export const startHash = BASIS

/**
 * The distinct cells of some columns, found by their bytes, each read once. `read` returns the number for a text, or
 * −1 if the row is not plain.
 */
export class PlainCells {
  #read: (text: string | null) => number
  #slots = new Int32Array(256).fill(-1)
  #hashes = new Int32Array(128)
  #ends = new Uint32Array(128)
  #bytes = Buffer.alloc(4096)
  #count = 0
  #values: number[] = []

  constructor(read: (text: string | null) => number) {
    this.#read = read
  }

  /** The number for the cell bytes[from] … bytes[to − 1]. */
  valueOf(bytes: Buffer, from: number, to: number, hash: number): number {
    const mask = this.#slots.length - 1
    let slot = (hash ^ (hash >>> 15)) & mask
    for (; ; slot = (slot + 1) & mask) {
      const cell = this.#slots[slot]
      if (cell < 0) break
      if (this.#hashes[cell] === hash && this.#isSame(cell, bytes, from, to)) return this.#values[cell]
    }
    return this.#add(slot, bytes, from, to, hash)
  }

  #isSame(cell: number, bytes: Buffer, from: number, to: number): boolean {
    const start = cell === 0 ? 0 : this.#ends[cell - 1]
    if (this.#ends[cell] - start !== to - from) return false
    const known = this.#bytes
    for (let i = from, at = start; i < to; i++, at++) if (bytes[i] !== known[at]) return false
    return true
  }

  #add(slot: number, bytes: Buffer, from: number, to: number, hash: number): number {
    const value = this.#read(textField(unescaped(bytes.toString('utf8', from, to))))
    const start = this.#count === 0 ? 0 : this.#ends[this.#count - 1]
    if (start + to - from > this.#bytes.length)
      this.#bytes = Buffer.concat([this.#bytes], 2 * (start + to - from))
    bytes.copy(this.#bytes, start, from, to)
    if (this.#count === this.#hashes.length) this.#grow()
    this.#slots[this.#count * 2 >= this.#slots.length ? this.#rehash(hash) : slot] = this.#count
    this.#hashes[this.#count] = hash
    this.#ends[this.#count++] = start + to - from
    this.#values.push(value)
    return value
  }

  #grow(): void {
    const hashes = new Int32Array(2 * this.#count)
    hashes.set(this.#hashes)
    this.#hashes = hashes
    const ends = new Uint32Array(2 * this.#count)
    ends.set(this.#ends)
    this.#ends = ends
  }

  /** Doubles the slots. Returns the free slot for a new cell with that hash. */
  #rehash(hash: number): number {
    this.#slots = new Int32Array(2 * this.#slots.length).fill(-1)
    for (let cell = 0; cell < this.#count; cell++) this.#slots[this.#free(this.#hashes[cell])] = cell
    return this.#free(hash)
  }

  #free(hash: number): number {
    const mask = this.#slots.length - 1
    let slot = (hash ^ (hash >>> 15)) & mask
    while (this.#slots[slot] >= 0) slot = (slot + 1) & mask
    return slot
  }
}
