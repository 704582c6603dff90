/**
 * A map with a bound, which drops the entries that were not used for the longest time. Reading an entry uses it.
 * @param capacity  the most that all entries may have together, in the unit of `measureSize`
 * @param measureSize  the size of a value, which must not change; 1 unless given, so that entries are counted
 */
export class Lru<Value> {
  readonly #entries = new Map<string, Value>()
  readonly #capacity: number
  readonly #measureSize: (value: Value) => number
  #size = 0
  /** The key that was used last. */
  #last: string | undefined

  constructor(capacity: number, measureSize: (value: Value) => number = () => 1) {
    this.#capacity = capacity
    this.#measureSize = measureSize
  }

  get(key: string): Value | undefined {
    const value = this.#entries.get(key)
    if (value === undefined || key === this.#last) return value
    this.#entries.delete(key)
    this.#entries.set(key, value)
    this.#last = key
    return value
  }

  /** A value that is larger than the capacity is not stored, and empties the map. */
  set(key: string, value: Value): void {
    this.delete(key)
    this.#entries.set(key, value)
    this.#last = key
    this.#size += this.#measureSize(value)
    for (const oldest of this.#entries.keys()) {
      if (this.#size <= this.#capacity) break
      this.delete(oldest)
    }
  }

  delete(key: string): void {
    const value = this.#entries.get(key)
    if (value === undefined) return
    this.#entries.delete(key)
    this.#size -= this.#measureSize(value)
  }
}
