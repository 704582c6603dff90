import type { ArenaDetail } from '../../../../shared/contracts/arena.ts'
import type { Board } from '../../../../shared/contracts/board.ts'
import { arenaDetail } from '../../api/arenas.ts'
import { failureFrom, type Failure } from '../../api/failure.ts'
import { followLeaderboard, leaderboard, type ViewQuery } from '../../api/leaderboard.ts'

/** The board of one arena and view, kept current. The last board stays when the server goes. */
export class Feed {
  board = $state.raw<Board | null>(null)
  detail = $state.raw<ArenaDetail | null>(null)
  failure = $state.raw<Failure | null>(null)
  /** Another view was asked for and has not come yet. */
  turning = $state(false)
  /** The stream is lost; it is being sought again. */
  cut = $state(false)

  readonly #arena: string

  constructor(arena: string) {
    this.#arena = arena
  }

  /** Turns to a view and follows it. Returns what ends that. */
  follow(view: ViewQuery): () => void {
    let over = false
    this.turning = true
    const show = (board: Board) => {
      if (over) return
      const first = this.board === null || (this.board.votes === 0 && board.votes > 0)
      this.board = board
      this.failure = null
      this.turning = false
      if (first) this.#describe()
    }
    const stream = followLeaderboard(this.#arena, view, {
      onBoard: show,
      onState: (connected) => !over && (this.cut = !connected),
    })
    leaderboard(this.#arena, view).then(show, (error: unknown) => {
      if (over) return
      this.failure = failureFrom(error)
      this.turning = false
      if (!this.failure.passing) stream.close()
    })
    return () => {
      over = true
      stream.close()
    }
  }

  #describe(): void {
    arenaDetail(this.#arena).then(
      (detail) => (this.detail = detail),
      () => {
        // The board is here without its switches; the next new board asks again.
        if (this.detail === null) this.cut = true
      },
    )
  }
}
