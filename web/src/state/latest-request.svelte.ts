import { failureFrom, type Failure } from '../api/failure.ts'

/** The last request and its answer. An answer stays until the next request has succeeded or failed. */
export class LatestRequest<Answer> {
  answer = $state.raw<Answer | null>(null)
  failure = $state.raw<Failure | null>(null)
  busy = $state(false)
  #latest = 0

  /** Makes a request. An earlier one that is still running is ignored. */
  async ask(call: () => Promise<Answer>): Promise<void> {
    const number = ++this.#latest
    this.busy = true
    const came = await call().then(
      (answer) => ({ answer, failure: null }),
      (error: unknown) => ({ answer: null, failure: failureFrom(error) }),
    )
    if (number !== this.#latest) return
    this.answer = came.answer
    this.failure = came.failure
    this.busy = false
  }
}
