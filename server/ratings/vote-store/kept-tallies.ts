import type { ViewTally } from './view-tally.ts'

/** The most bytes of all kept tallies of an arena. The one that was asked for last is kept however large it is. */
const MOST_BYTES = 256 * 2 ** 20

/**
 * The tallies of the tracked views of an arena, with a bound on their memory. The tally that was not asked for the longest
 * is dropped first; it is counted again from all votes when it is asked for.
 */
export class KeptTallies {
  readonly #most: number
  readonly #tallies = new Map<string, ViewTally>()

  constructor(most = MOST_BYTES) {
    this.#most = most
  }

  get(key: string): ViewTally | undefined {
    return this.#tallies.get(key)
  }

  /** Keeps a tally, which is the last one asked for, and drops those that are too much. */
  keep(key: string, tally: ViewTally): void {
    this.#tallies.delete(key)
    this.#tallies.set(key, tally)
    // they grow with their votes, so their sizes are not kept
    let bytes = this.bytes
    for (const [oldest, { bytes: its }] of this.#tallies) {
      if (bytes <= this.#most || oldest === key) return
      this.#tallies.delete(oldest)
      bytes -= its
    }
  }

  get bytes(): number {
    return [...this.#tallies.values()].reduce((sum, { bytes }) => sum + bytes, 0)
  }

  get size(): number {
    return this.#tallies.size
  }

  values(): IterableIterator<ViewTally> {
    return this.#tallies.values()
  }

  clear(): void {
    this.#tallies.clear()
  }
}
