import { failureFrom, type Failure } from '../../../api/failure.ts'

const SPACING_MS = 3_000

/**
 * Figures beside a board, asked for again when the board has changed, with a pause between. The last ones stay until
 * the next have come, and when those fail to come.
 */
export class Beside<Figures> {
  figures = $state.raw<Figures | null>(null)
  failure = $state.raw<Failure | null>(null)

  #ask: (() => Promise<Figures>) | null = null
  #timer: ReturnType<typeof setTimeout> | undefined
  #stamp: string | null = null
  #asked = ''
  #nextAt = 0

  /** Begins with other figures. Returns what ends that. */
  turn(ask: () => Promise<Figures>): () => void {
    this.#ask = ask
    this.figures = null
    this.#nextAt = 0
    this.#asked = ''
    this.#plan()
    return () => {
      this.#ask = null
      clearTimeout(this.#timer)
    }
  }

  /** The board is now the one of that stamp. */
  renew(stamp: string): void {
    this.#stamp = stamp
    this.#plan()
  }

  again(): void {
    this.#asked = ''
    this.#plan()
  }

  #plan(): void {
    if (!this.#ask || this.#stamp === null || this.#asked === this.#stamp) return
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#go(), Math.max(0, this.#nextAt - performance.now()))
  }

  async #go(): Promise<void> {
    const ask = this.#ask
    if (!ask || this.#stamp === null) return
    this.#asked = this.#stamp
    this.#nextAt = Infinity
    const answer = await ask().then(
      (figures) => ({ figures, failure: null }),
      (error: unknown) => ({ figures: null, failure: failureFrom(error) }),
    )
    if (ask !== this.#ask) return
    this.#nextAt = performance.now() + SPACING_MS
    this.failure = answer.failure
    if (answer.figures) this.figures = answer.figures
    this.#plan()
  }
}
