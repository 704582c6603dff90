import type { Board } from '../../../shared/contracts/board.ts'
import { answered, server } from './http.ts'
import { searchOf, type ViewQuery } from './view-query.ts'

export function leaderboard(arena: string, view: ViewQuery): Promise<Board> {
  const call: Promise<Response> = server.api.arenas[':arena'].leaderboard.$get({
    param: { arena },
    query: view,
  })
  return answered(call)
}

export interface BoardStream {
  close(): void
}

interface StreamListener {
  onBoard(board: Board): void
  /** The connection stands, or is lost and being sought again. */
  onState(connected: boolean): void
}

const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 30_000

/** Follows the board of a view. Reconnects by itself, waiting longer each time, until it is closed. */
export function followLeaderboard(arena: string, view: ViewQuery, listener: StreamListener): BoardStream {
  let source: EventSource | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let wait = FIRST_WAIT_MS

  const connect = () => {
    source = new EventSource(`/api/arenas/${arena}/leaderboard/stream${searchOf(view)}`)
    source.addEventListener('open', () => {
      wait = FIRST_WAIT_MS
      listener.onState(true)
    })
    source.addEventListener('leaderboard', (event) => listener.onBoard(JSON.parse(event.data) as Board))
    source.addEventListener('error', () => {
      listener.onState(false)
      source?.close()
      timer = setTimeout(connect, wait)
      wait = Math.min(2 * wait, LONGEST_WAIT_MS)
    })
  }

  connect()
  return {
    close() {
      clearTimeout(timer)
      source?.close()
    },
  }
}
