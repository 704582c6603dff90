import type { ArenaDetail } from '../../../../shared/contracts/arena.ts'
import type { Board } from '../../../../shared/contracts/board.ts'
import type { Begin } from '../../../../shared/contracts/page.ts'
import { arenaDetail } from '../../api/arenas.ts'
import { Failure, failureFrom } from '../../api/failure.ts'
import { followLeaderboard, leaderboard } from '../../api/leaderboard.ts'
import { adminToken } from '../../state/admin-token.svelte.ts'
import { withUnchangedContestants } from './unchanged-contestants.ts'
import type { ViewQuery } from '../../api/view-query.ts'

function isSame(board: Board, shown: Board | null): boolean {
  return board.computedAt === shown?.computedAt && JSON.stringify(board) === JSON.stringify(shown)
}

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
  /** What came along with the page is not asked for again. */
  #begun: boolean

  constructor(arena: string, begin: Begin | null) {
    this.#arena = arena
    this.#begun = begin !== null
    if (begin === null) return
    if ('board' in begin) {
      this.board = begin.board
      this.detail = begin.detail
    } else {
      const { code, detail, requestId, finding } = begin.failure
      this.failure = new Failure(code, detail, requestId, null, finding)
    }
  }

  /** Turns to a view and follows it. Returns what ends that. */
  follow(view: ViewQuery): () => void {
    const begun = this.#begun && !this.#mayComeYet
    this.#begun = false
    if (begun && this.failure) return () => {}
    if (this.detail === undefined) this.#describe()
    let over = false
    this.turning = !begun
    const show = (board: Board) => {
      if (over) return
      this.failure = null
      this.turning = false
      // a stream says first what may be shown already
      if (isSame(board, this.board)) return
      this.board = withUnchangedContestants(board, this.board)
      if (!this.#describes(board)) this.#describe()
    }
    const unfollow = followLeaderboard(this.#arena, view, {
      onBoard: show,
      onConnected: (connected) => !over && (this.cut = !connected),
      onRefused: (failure) => {
        if (failure.code === 'token_invalid') adminToken.forget()
        else failed(failure)
      },
    })
    const failed = (error: unknown) => {
      if (over) return
      this.failure = failureFrom(error)
      this.turning = false
      if (!this.failure.passing) unfollow()
    }
    if (!begun) leaderboard(this.#arena, view).then(show, failed)
    return () => {
      over = true
      unfollow()
    }
  }

  /** The page brought a failure that may be over, or that is none to whoever holds the admin token. */
  get #mayComeYet(): boolean {
    return this.failure !== null && (this.failure.passing || adminToken.value !== null)
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
