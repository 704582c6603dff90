import { toFailure, type Failure } from '../../../api/failure.ts'
import { viewQuery, type ViewQuery } from '../../../api/view.ts'
import type { Board } from '../../../../../shared/contracts/board.ts'

const SPACING_MS = 3_000
const LONGEST_WAIT_MS = 30_000

type Call<Figures> = () => Promise<Figures>

/** Names the votes of a board: figures with the same stamp are the same. */
const boardStamp = (board: Board): string => `${board.computedAt} ${board.votes} ${board.votesSha256}`

/**
 * Figures that belong to a board. They are asked for again when the board has changed, at most every 3 s, and after a
 * failure that may pass, with longer and longer waits. The last figures stay until new ones arrive, also when a request
 * fails. Made while a component begins.
 */
export class BoardRequest<Figures> {
  figures = $state.raw<Figures | null>(null)
  failure = $state.raw<Failure | null>(null)

  #call: Call<Figures> | null = null
  #isRunning = false
  #timer: ReturnType<typeof setTimeout> | undefined
  #stamp: string | null = null
  #requestedStamp = ''
  #nextAt = 0
  #waitMs = SPACING_MS

  /**
   * @param callFor makes the call for a view, anew when state changes that it reads; null: there is nothing to ask
   * @param stamp names what the figures depend on; by default the votes of the board
   */
  constructor(
    board: () => Board,
    callFor: (view: ViewQuery) => Call<Figures> | null,
    stamp: (board: Board) => string = boardStamp,
  ) {
    // compared as text, so that a new board of the same view begins nothing anew
    const view = $derived(JSON.stringify(viewQuery(board().view)))
    $effect(() => {
      const call = callFor(JSON.parse(view) as ViewQuery)
      if (call) return this.#begin(call)
    })
    $effect(() => {
      this.#stamp = stamp(board())
      this.#plan()
    })
  }

  /** Requests again after a failure, at once. */
  again(): void {
    if (this.#isRunning) return
    this.#requestedStamp = ''
    this.#nextAt = 0
    this.#plan()
  }

  #begin(call: Call<Figures>): () => void {
    this.#call = call
    this.figures = null
    this.#nextAt = 0
    this.#waitMs = SPACING_MS
    this.#requestedStamp = ''
    this.#plan()
    return () => {
      this.#call = null
      clearTimeout(this.#timer)
    }
  }

  #plan(): void {
    if (!this.#call || this.#stamp === null || this.#requestedStamp === this.#stamp) return
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#go(), Math.max(0, this.#nextAt - performance.now()))
  }

  async #go(): Promise<void> {
    const call = this.#call
    if (!call || this.#stamp === null) return
    this.#requestedStamp = this.#stamp
    this.#nextAt = Infinity
    this.#isRunning = true
    const answer = await call().then(
      (figures) => ({ figures, failure: null }),
      (error: unknown) => ({ figures: null, failure: toFailure(error) }),
    )
    if (call !== this.#call) return
    this.#isRunning = false
    this.failure = answer.failure
    if (answer.figures) this.figures = answer.figures
    this.#waitAfter(answer.failure)
    this.#plan()
  }

  #waitAfter(failure: Failure | null): void {
    this.#nextAt = performance.now() + SPACING_MS
    if (failure?.isTransient) {
      this.#requestedStamp = ''
      this.#nextAt = performance.now() + this.#waitMs
      this.#waitMs = Math.min(2 * this.#waitMs, LONGEST_WAIT_MS)
    } else this.#waitMs = SPACING_MS
  }
}
