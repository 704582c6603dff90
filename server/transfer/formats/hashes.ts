/** Texts and numbers by hashes of 53 bits, for counts of very many rows. */

/** Whole numbers by hash, 0 at first: twelve bytes for a place of the table, where a Map takes five times as much and ends at 16 million. */
export class HashCounts {
  /** 0: the place is free. */
  #hashes = new Float64Array(1024)
  #counts = new Int32Array(1024)
  size = 0

  get(hash: number): number {
    return this.#counts[this.#slot(hash)]
  }

  set(hash: number, count: number): void {
    const place = this.#slot(hash)
    this.#counts[place] = count
    if (this.#hashes[place] !== 0) return
    this.#hashes[place] = hash
    if (4 * ++this.size > 3 * this.#hashes.length) this.#grow()
  }

  /** Counts a hash once more. Returns how often it was counted before. */
  add(hash: number): number {
    const before = this.get(hash)
    this.set(hash, before + 1)
    return before
  }

  forEach(each: (hash: number, count: number) => void): void {
    this.#hashes.forEach((hash, place) => hash !== 0 && each(hash, this.#counts[place]))
  }

  #slot(hash: number): number {
    const last = this.#hashes.length - 1
    let place = hash & last
    while (this.#hashes[place] !== 0 && this.#hashes[place] !== hash) place = (place + 1) & last
    return place
  }

  #grow(): void {
    const [hashes, counts] = [this.#hashes, this.#counts]
    this.#hashes = new Float64Array(2 * hashes.length)
    this.#counts = new Int32Array(2 * hashes.length)
    this.size = 0
    hashes.forEach((hash, place) => hash !== 0 && this.set(hash, counts[place]))
  }
}

/** A number, and the two halves of its bits. */
const NUMBER = new Float64Array(1)
const HALVES = new Int32Array(NUMBER.buffer)

/** From 1 to 2^53. */
export function hashOfNumbers(numbers: ArrayLike<number>): number {
  let [high, low] = SEEDS
  const mix = (part: number) => {
    high = Math.imul(high ^ part, 2654435761)
    low = Math.imul(low ^ part, 1597334677)
    high ^= high >>> 15
    low ^= low >>> 15
  }
  for (let i = 0; i < numbers.length; i++) {
    NUMBER[0] = numbers[i]
    mix(HALVES[0])
    mix(HALVES[1])
  }
  return fullHash(high, low)
}

/** From 1 to 2^53. */
export function hashOfText(text: string): number {
  let [high, low] = SEEDS
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    high = Math.imul(high ^ code, 2654435761)
    low = Math.imul(low ^ code, 1597334677)
  }
  return fullHash(high, low)
}

const SEEDS = [0xdeadbeef, 0x41c6ce57]

/** 53 bits of two hashes of 32. */
function fullHash(high: number, low: number): number {
  const a = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909)
  const b = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909)
  return 1 + 4294967296 * (2097151 & b) + (a >>> 0)
}
