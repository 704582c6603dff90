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
