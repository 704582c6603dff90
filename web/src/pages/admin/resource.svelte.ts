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

/** State of one action of the operator: whether it is running, and its result. */
export class Action {
  busy = $state(false)
  failure = $state.raw<Failure | null>(null)
  /** The result as a sentence, also for screen readers. */
  news = $state('')

  /** Runs `act` unless an action is running. @param act returns the sentence about the result */
  async do(act: () => Promise<string | void>): Promise<void> {
    if (this.busy) return
    this.busy = true
    this.failure = null
    this.news = ''
    try {
      this.news = (await act()) ?? ''
    } catch (error) {
      this.failure = failureFrom(error)
    } finally {
      this.busy = false
    }
  }

  /** What a form does when it is sent. */
  onsubmit(act: () => Promise<string | void>): (event: SubmitEvent) => void {
    return (event) => {
      event.preventDefault()
      void this.do(act)
    }
  }
}
