import { untrack } from 'svelte'
import { failureFrom, type Failure } from '../../api/failure.ts'

/** A value of the server. It is loaded at once, and again by `again`. */
export class Resource<T> {
  /** The last loaded value. It stays during the next load, and if that fails. */
  value = $state.raw<T | null>(null)
  failure = $state.raw<Failure | null>(null)
  readonly #load: () => Promise<T>
  #turn = 0

  constructor(load: () => Promise<T>) {
    this.#load = load
    void untrack(() => this.again())
  }

  /** Loads the value again. If several loads are running, only the last one counts. */
  again = async (): Promise<void> => {
    const turn = ++this.#turn
    try {
      const value = await this.#load()
      if (turn !== this.#turn) return
      this.value = value
      this.failure = null
    } catch (error) {
      if (turn === this.#turn) this.failure = failureFrom(error)
    }
  }
}

/** A page of a list of the server, and where the next one begins; null: there is none. */
interface ListPage<T> {
  rows: readonly T[]
  before: number | null
}

/** A list of the server that comes in pages, newest first. `again` loads the first page. */
export class PagedList<T> {
  /** Null: not loaded yet. */
  rows = $state.raw<readonly T[] | null>(null)
  hasMore = $state(false)
  failure = $state.raw<Failure | null>(null)
  readonly #load: (before: number | null) => Promise<ListPage<T>>
  #before: number | null = null
  #turn = 0

  constructor(load: (before: number | null) => Promise<ListPage<T>>) {
    this.#load = load
  }

  again = (): Promise<void> => this.#read([], null)
  more = (): Promise<void> => this.#read(this.rows ?? [], this.#before)

  async #read(known: readonly T[], from: number | null): Promise<void> {
    const turn = ++this.#turn
    try {
      const { rows, before } = await this.#load(from)
      if (turn !== this.#turn) return
      this.rows = [...known, ...rows]
      this.#before = before
      this.hasMore = before !== null
      this.failure = null
    } catch (error) {
      if (turn === this.#turn) this.failure = failureFrom(error)
    }
  }
}
