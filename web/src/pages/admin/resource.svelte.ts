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

/** A list of the server that comes in pages, newest first. The first page is loaded at once, and again by `again`. */
export class PagedList<T> {
  rows = $state.raw<readonly T[]>([])
  /** Where the next page begins. Null: there is none. */
  before = $state.raw<number | null>(null)
  failure = $state.raw<Failure | null>(null)
  readonly #load: (before: number | null) => Promise<{ rows: readonly T[]; before: number | null }>

  constructor(load: (before: number | null) => Promise<{ rows: readonly T[]; before: number | null }>) {
    this.#load = load
    void untrack(() => this.again())
  }

  again = (): Promise<void> => this.#read([], null)
  more = (): Promise<void> => this.#read(this.rows, this.before)

  async #read(known: readonly T[], from: number | null): Promise<void> {
    try {
      const { rows, before } = await this.#load(from)
      Object.assign(this, { rows: [...known, ...rows], before, failure: null })
    } catch (error) {
      this.failure = failureFrom(error)
    }
  }
}
