import type { ArenaDetail } from '../../../../shared/contracts/arena.ts'
import type { Board } from '../../../../shared/contracts/board.ts'
import type { BoardPageData } from '../../../../shared/contracts/page.ts'
import { arenaDetail } from '../../api/arenas.ts'
import { Failure, toFailure } from '../../api/failure.ts'
import { boardStream, leaderboard } from '../../api/boards.ts'
import { followEvents } from '../../api/http.ts'
import { adminToken } from '../../state/admin-token.svelte.ts'
import type { ViewQuery } from '../../api/view.ts'

function isSame(board: Board, shown: Board | null): boolean {
  return board.computedAt === shown?.computedAt && JSON.stringify(board) === JSON.stringify(shown)
}

/** The live board of one arena in the current view. The last board stays if the connection is lost. */
export class Feed {
  board = $state.raw<Board | null>(null)
  /** Details of the arena. Null: could not be loaded. `undefined`: still loading, so nothing that needs them is drawn. */
  detail = $state.raw<ArenaDetail | null>()
  failure = $state.raw<Failure | null>(null)
  /** Whether the board of another view is loading. */
  turning = $state(false)
  /** Whether the stream is lost. It reconnects by itself. */
  cut = $state(false)

  readonly #arena: string
  /** Whether the page brought its data, so that they are not requested again. */
  #begun: boolean

  constructor(arena: string, begin: BoardPageData | null) {
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

  /** Loads a view and follows it. Returns a function that stops it. */
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
      // the first board of a stream is often the one already shown
      if (isSame(board, this.board)) return
      this.board = board
      if (!this.#describes(board)) this.#describe()
    }
    const unfollow = followEvents(boardStream(this.#arena, view), {
      onData: (text) => show(JSON.parse(text) as Board),
      onConnected: (connected) => !over && (this.cut = !connected),
      // without the token that was refused, the view is followed anew
      onRefused: (failure) => failure.code !== 'token_invalid' && failed(failure),
    })
    const failed = (error: unknown) => {
      if (over) return
      this.failure = toFailure(error)
      this.turning = false
      if (!this.failure.isTransient) unfollow()
    }
    if (!begun) leaderboard(this.#arena, view).then(show, failed)
    return () => {
      over = true
      unfollow()
    }
  }

  /** Whether the page brought a failure that another request may not have: it may pass, or there is an admin token now. */
  get #mayComeYet(): boolean {
    return this.failure !== null && (this.failure.isTransient || adminToken.value !== null)
  }

  /** Whether the loaded details list the source of the board. The first vote of a source adds it. */
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
