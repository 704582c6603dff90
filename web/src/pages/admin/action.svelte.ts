import { failureFrom, type Failure } from '../../api/failure.ts'

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
