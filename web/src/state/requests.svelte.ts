import { untrack } from 'svelte'
import { toFailure, type Failure } from '../api/failure.ts'
import { adminToken } from './admin-token.svelte.ts'

/** What the server answered to the last request. Answers to earlier ones are dropped. */
export class Answer<T> {
  /** The last loaded value. It stays during the next load, and if that fails. */
  value = $state.raw<T | null>(null)
  failure = $state.raw<Failure | null>(null)
  busy = $state(false)
  #turn = 0

  /** @param coming null: there is nothing to ask for now */
  async take(coming: Promise<T> | null): Promise<void> {
    const turn = ++this.#turn
    this.busy = coming !== null
    if (coming === null) return
    const outcome = await coming.then(
      (value) => ({ value, failure: null }),
      (error: unknown) => ({ failure: toFailure(error) }),
    )
    if (turn !== this.#turn) return
    Object.assign(this, outcome)
    this.busy = false
  }
}

/**
 * A value of the server. It is asked for as a component begins, when state changes that the call reads before it waits,
 * when an operator signs in or out, and by `reload`.
 */
export class Resource<T> extends Answer<T> {
  readonly #load: () => Promise<T> | null

  /** @param load null: there is nothing to ask for now */
  constructor(load: () => Promise<T> | null) {
    super()
    this.#load = load
    $effect(() => {
      void adminToken.value
      const coming = load()
      untrack(() => void this.take(coming))
    })
  }

  reload = (): Promise<void> => this.take(this.#load())
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
      this.failure = toFailure(error)
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
