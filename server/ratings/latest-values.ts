import { Lru } from '../platform/lru.ts'

interface Latest<Value> {
  version: string
  value: Promise<Value>
  bytes: number
}

/** What an entry takes beside its value, roughly. */
const ENTRY_BYTES = 500

/** The latest version of values, each made once for all who ask. The values that were not used for the longest time go first. */
export class LatestValues<Value> {
  readonly #entries: Lru<Latest<Value>>
  readonly #bytesOf: (value: Value) => number

  /**
   * @param mostBytes  what all values may take together
   * @param bytesOf  what one takes, roughly
   */
  constructor(mostBytes: number, bytesOf: (value: Value) => number) {
    this.#entries = new Lru(mostBytes, ({ bytes }) => bytes)
    this.#bytesOf = bytesOf
  }

  /** The value of a key in this version. Returns the same object while it is kept; one that could not be made is made again. */
  get(key: string, version: string, make: () => Promise<Value>): Promise<Value> {
    const known = this.#entries.get(key)
    if (known?.version === version) return known.value
    const value = make()
    const entry = { version, value, bytes: ENTRY_BYTES }
    this.#entries.set(key, entry)
    const isLatest = () => this.#entries.get(key) === entry
    value.then(
      (made) => isLatest() && this.#entries.set(key, { ...entry, bytes: ENTRY_BYTES + this.#bytesOf(made) }),
      () => isLatest() && this.#entries.delete(key),
    )
    return value
  }
}
