import type { Board } from '../../../shared/contracts/board.ts'
import { json } from './http.ts'

/** The part of a view that the address of a page names; what is absent is the server's choice. */
export interface ViewQuery {
  source?: string
  criterion?: string
  category?: string
  from?: string
  to?: string
}

export function leaderboard(arena: string, view: ViewQuery): Promise<Board> {
  return json(`/api/arenas/${arena}/leaderboard${search(view)}`)
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
    source = new EventSource(`/api/arenas/${arena}/leaderboard/stream${search(view)}`)
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

function search(view: ViewQuery): string {
  const query = new URLSearchParams(Object.entries(view)).toString()
  return query ? `?${query}` : ''
}
