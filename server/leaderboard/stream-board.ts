/**
 * Streams a board as Server-Sent Events: the current one at once, then every new one, until the visitor leaves or the
 * server stops.
 */
import type { Context } from 'hono'
import { type Arena, arenaForVisitor } from '../arenas/index.ts'
import type { Deps } from '../platform/deps.ts'
import type { Env } from '../platform/http/http.ts'
import { KEEP_ALIVE_COMMENT, streamEvents } from '../platform/http/respond.ts'
import { type ViewRequest, currentSnapshot, resolveView } from '../ratings/index.ts'

const HEARTBEAT_MS = 15_000

/**
 * Streams the board of a view. All streams of an app share what they read at the same time.
 * @param admin whether the visitor may see the arena even when it is private, now or later
 */
type StreamBoard = (c: Context<Env>, arena: Arena, request: ViewRequest, admin: boolean) => Response

export const boardStreams = (deps: Deps, heartbeatMs = HEARTBEAT_MS): StreamBoard => {
  const readings: Readings = new Map()
  return (c, arena, request, admin) => streamBoard(c, deps, { readings, heartbeatMs }, arena, request, admin)
}

function streamBoard(
  c: Context<Env>,
  deps: Deps,
  { readings, heartbeatMs }: { readings: Readings; heartbeatMs: number },
  arena: Arena,
  request: ViewRequest,
  admin: boolean,
): Response {
  return streamEvents(c, deps.services, 'leaderboard', async (stream, left) => {
    let wake = () => {}
    let news = true
    const onNews = () => {
      // what is being read may lack the news
      readings.delete(arena.id)
      news = true
      wake()
    }
    const unsubscribe = deps.postgres.notifications.onBoard(arena.id, onNews)
    left.addEventListener('abort', () => wake())
    let sent = ''
    try {
      while (!left.aborted) {
        if (news) {
          news = false
          const reading = sharedBoard(deps, readings, arena, request, admin)
          // a visitor who leaves does not wait for what it may end with
          reading.catch(() => {})
          let board: BoardEvent | null = null
          for (;;) {
            board = await Promise.race([reading, wakeOrHeartbeat(heartbeatMs, (resolve) => (wake = resolve))])
            wake()
            if (board || left.aborted) break
            // a proxy or a browser ends a connection that is silent while a board is computed
            await stream.write(KEEP_ALIVE_COMMENT)
          }
          if (!board) break
          if (board.etag !== sent) await stream.write(board.bytes)
          sent = board.etag
        } else {
          await stream.write(KEEP_ALIVE_COMMENT)
        }
        if (!news) await wakeOrHeartbeat(heartbeatMs, (resolve) => (wake = resolve))
      }
    } finally {
      unsubscribe()
    }
  })
}

function wakeOrHeartbeat(heartbeatMs: number, onWake: (resolve: () => void) => void): Promise<null> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(null), heartbeatMs)
    onWake(() => {
      clearTimeout(timer)
      resolve(null)
    })
  })
}

// The board of a view as an event, read and written out once for all streams that want it at the same time.

interface BoardEvent {
  etag: string
  /** The event as it is sent. */
  bytes: Uint8Array
}

/** By arena, the boards that are being read, by view and reader. */
type Readings = Map<number, Map<string, Promise<BoardEvent>>>

/**
 * The current board. A reading that began since the last news of the arena and has not ended is shared.
 * @param admin whether the reader may see the arena even when it is private
 */
function sharedBoard(
  deps: Deps,
  byArena: Readings,
  arena: Pick<Arena, 'id' | 'slug'>,
  request: ViewRequest,
  admin: boolean,
): Promise<BoardEvent> {
  const ofArena = byArena.get(arena.id) ?? new Map<string, Promise<BoardEvent>>()
  byArena.set(arena.id, ofArena)
  const key = JSON.stringify([admin, request])
  const ongoing = ofArena.get(key)
  if (ongoing) return ongoing
  const reading = readBoard(deps, arena.slug, request, admin).finally(() => {
    ofArena.delete(key)
    if (ofArena.size === 0 && byArena.get(arena.id) === ofArena) byArena.delete(arena.id)
  })
  ofArena.set(key, reading)
  return reading
}

async function readBoard(
  deps: Deps,
  slug: string,
  request: ViewRequest,
  admin: boolean,
): Promise<BoardEvent> {
  const arena = await arenaForVisitor(deps.db, slug, admin)
  const { id, etag, board } = await currentSnapshot(deps, arena, await resolveView(deps, arena, request))
  const data = board.replaceAll('\n', '\ndata: ')
  return { etag, bytes: new TextEncoder().encode(`event: leaderboard\ndata: ${data}\nid: ${id}\n\n`) }
}
