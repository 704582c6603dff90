import { untrack } from 'svelte'
import { failureFrom, type Failure } from '../../api/failure.ts'

/** Something of the server's, read when it is first wanted and again when it may have changed. */
export class Resource<T> {
  /** The last that came; it stays while more is read, and when the server is gone. */
  value = $state.raw<T | null>(null)
  failure = $state.raw<Failure | null>(null)
  readonly #load: () => Promise<T>
  #turn = 0

  constructor(load: () => Promise<T>) {
    this.#load = load
    void untrack(() => this.again())
  }

  /** Reads it anew; of several readings under way the last one holds. */
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
