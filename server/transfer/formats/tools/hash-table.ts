import { createHash } from 'node:crypto'

/** Words of 32 bits: four of the key, three of the value, and a number. */
const WIDTH = 8
const [KEY, VALUE] = [4, 3]

/** A value of a hash table: 96 bits of a hash, and a number that is not 0. */
export interface Entry {
  hash: string
  number: number
}

/**
 * Hashes by key, for millions of keys: 32 bytes for each place and no objects. A key is known by 128 bits of its
 * SHA-256. At most three quarters of the places are taken; then their number doubles.
 */
export class HashTable {
  #words = new Uint32Array(1024 * WIDTH)
  #count = 0
  /** The words of the last key that was asked for. */
  readonly #key = new Uint32Array(KEY)
  #asked: string | null = null

  get(key: string): Entry | null {
    const at = this.#find(key)
    const number = this.#words[at + KEY + VALUE]
    return number === 0 ? null : { hash: this.#hashAt(at + KEY), number }
  }

  /** @param entry its number is 1 or more */
  set(key: string, { hash, number }: Entry): void {
    let at = this.#find(key)
    if (this.#words[at + KEY + VALUE] === 0) {
      if (++this.#count * 4 > (this.#words.length / WIDTH) * 3) {
        this.#grow()
        at = this.#find(key)
      }
      this.#words.set(this.#key, at)
    }
    const bytes = Buffer.from(hash, 'base64url')
    for (let i = 0; i < VALUE; i++) this.#words[at + KEY + i] = bytes.readUInt32LE(4 * i)
    this.#words[at + KEY + VALUE] = number
  }

  #hashAt(at: number): string {
    const bytes = Buffer.alloc(4 * VALUE)
    for (let i = 0; i < VALUE; i++) bytes.writeUInt32LE(this.#words[at + i], 4 * i)
    return bytes.toString('base64url')
  }

  /** The place of a key, or the empty one where it belongs. */
  #find(key: string): number {
    if (key !== this.#asked) {
      const digest = createHash('sha256').update(key).digest()
      for (let i = 0; i < KEY; i++) this.#key[i] = digest.readUInt32LE(4 * i)
      this.#asked = key
    }
    return this.#placeOf(this.#words, this.#key, 0)
  }

  #placeOf(words: Uint32Array, key: Uint32Array, from: number): number {
    const places = words.length / WIDTH
    for (let place = key[from] & (places - 1); ; place = (place + 1) & (places - 1)) {
      const at = place * WIDTH
      if (words[at + KEY + VALUE] === 0) return at
      let same = 0
      while (same < KEY && key[from + same] === words[at + same]) same++
      if (same === KEY) return at
    }
  }

  #grow(): void {
    const before = this.#words
    const words = new Uint32Array(before.length * 2)
    for (let at = 0; at < before.length; at += WIDTH)
      if (before[at + KEY + VALUE] !== 0)
        words.set(before.subarray(at, at + WIDTH), this.#placeOf(words, before, at))
    this.#words = words
  }
}

/** 96 bits of the SHA-256 of a value, as the table keeps them. */
export const shortHash = (value: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(value))
    .digest()
    .subarray(0, 4 * VALUE)
    .toString('base64url')
