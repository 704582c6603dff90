import { failureFrom, type Failure } from '../../api/failure.ts'

/** One thing at a time that an operator has done: whether it is under way, and what became of it. */
export class Action {
  busy = $state(false)
  failure = $state.raw<Failure | null>(null)
  /** What was done, for eye and ear. */
  news = $state('')

  /** Does it unless something is under way. @param act returns what to say of it */
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
}
