import { failureFrom, type Failure } from '../../../api/failure.ts'

const SPACING_MS = 3_000
const LONGEST_WAIT_MS = 30_000

/**
 * A request for figures that belong to a board. It repeats when the board has changed, at most every 3 s, and by itself
 * after a failure that may pass, with longer and longer waits. The last figures stay until new ones arrive, also when a
 * request fails.
 */
export class BoardRequest<Figures> {
  figures = $state.raw<Figures | null>(null)
  failure = $state.raw<Failure | null>(null)
  /** When the request that runs was sent, in milliseconds since 1970. Null: none runs. */
  sentAt = $state<number | null>(null)
  /** When a failed request is sent again. Null: not by itself. */
  againAt = $state<number | null>(null)

  #ask: (() => Promise<Figures>) | null = null
  #timer: ReturnType<typeof setTimeout> | undefined
  #stamp: string | null = null
  #requestedStamp = ''
  #nextAt = 0
  #waitMs = SPACING_MS

  /** Starts requesting with `ask`. Returns a function that stops it. */
  turn(ask: () => Promise<Figures>): () => void {
    this.#ask = ask
    this.figures = null
    this.#nextAt = 0
    this.#waitMs = SPACING_MS
    this.#requestedStamp = ''
    this.#plan()
    return () => {
      this.#ask = null
      clearTimeout(this.#timer)
    }
  }

  /** Requests anew if the board's `stamp` has changed. */
  renew(stamp: string): void {
    this.#stamp = stamp
    this.#plan()
  }

  /** Requests again after a failure, at once. */
  again(): void {
    if (this.sentAt !== null) return
    this.#requestedStamp = ''
    this.#nextAt = 0
    this.#plan()
  }

  #plan(): void {
    if (!this.#ask || this.#stamp === null || this.#requestedStamp === this.#stamp) return
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#go(), Math.max(0, this.#nextAt - performance.now()))
  }

  async #go(): Promise<void> {
    const ask = this.#ask
    if (!ask || this.#stamp === null) return
    this.#requestedStamp = this.#stamp
    this.#nextAt = Infinity
    this.sentAt = Date.now()
    this.againAt = null
    const answer = await ask().then(
      (figures) => ({ figures, failure: null }),
      (error: unknown) => ({ figures: null, failure: failureFrom(error) }),
    )
    if (ask !== this.#ask) return
    this.sentAt = null
    this.failure = answer.failure
    if (answer.figures) this.figures = answer.figures
    this.#waitAfter(answer.failure)
    this.#plan()
  }

  #waitAfter(failure: Failure | null): void {
    this.#nextAt = performance.now() + SPACING_MS
    if (failure?.passing) {
      this.#requestedStamp = ''
      this.#nextAt = performance.now() + this.#waitMs
      this.againAt = Date.now() + this.#waitMs
      this.#waitMs = Math.min(2 * this.#waitMs, LONGEST_WAIT_MS)
    } else this.#waitMs = SPACING_MS
  }
}
