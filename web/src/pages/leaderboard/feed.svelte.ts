import type { ArenaDetail } from '../../../../shared/contracts/arena.ts'
import type { Board } from '../../../../shared/contracts/board.ts'
import { arenaDetail } from '../../api/arenas.ts'
import { failureFrom, type Failure } from '../../api/failure.ts'
import { followLeaderboard, leaderboard } from '../../api/leaderboard.ts'
import type { ViewQuery } from '../../api/view-query.ts'

/** The board of one arena, in one view at a time, kept current. The last board stays when the server goes. */
export class Feed {
  board = $state.raw<Board | null>(null)
  /** What the switches offer; `undefined` until that is settled, so that nothing moves afterwards. */
  detail = $state.raw<ArenaDetail | null>()
  failure = $state.raw<Failure | null>(null)
  /** Another view was asked for and has not come yet. */
  turning = $state(false)
  /** The stream is lost; it is being sought again. */
  cut = $state(false)

  readonly #arena: string

  constructor(arena: string) {
    this.#arena = arena
    this.#describe()
  }

  /** Turns to a view and follows it. Returns what ends that. */
  follow(view: ViewQuery): () => void {
    let over = false
    this.turning = true
    const show = (board: Board) => {
      if (over) return
      this.board = board
      this.failure = null
      this.turning = false
      if (!this.#describes(board)) this.#describe()
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

  /** A first vote of some source makes a switch appear. */
  #describes({ view, votes }: Board): boolean {
    if (this.detail === undefined || votes === 0) return true
    return this.detail?.sources.some(({ source }) => source === view.source) ?? false
  }

  #describe(): void {
    arenaDetail(this.#arena).then(
      (detail) => (this.detail = detail),
      () => (this.detail ??= null),
    )
  }
}
