import { failureFrom, type Failure } from '../api/failure.ts'

/** What the server was asked for last. An answer stays until the next has come, or until it failed to come. */
export class LatestRequest<Answer> {
  answer = $state.raw<Answer | null>(null)
  failure = $state.raw<Failure | null>(null)
  busy = $state(false)
  #latest = 0

  /** Asks; what was asked before and has not come yet is no longer waited for. */
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
