/**
 * Streams a board as Server-Sent Events: the current one at once, then every new one, until the visitor leaves or the
 * server stops.
 */
import { streamSSE } from 'hono/streaming'
import type { Context } from 'hono'
import { arenaBySlug } from '../arenas/index.ts'
import type { Arena } from '../arenas/index.ts'
import type { Deps } from '../platform/deps.ts'
import type { Env } from '../platform/http.ts'
import { currentSnapshot, resolveView } from '../ratings/index.ts'
import type { ViewRequest } from '../ratings/index.ts'

const HEARTBEAT_MS = 15_000

/** @param admin whether the visitor may see the arena even when it is private, now or later */
export function streamBoard(
  c: Context<Env>,
  deps: Deps,
  arena: Arena,
  request: ViewRequest,
  admin: boolean,
): Response {
  if (c.req.method === 'HEAD') return c.body(null, 200, { 'content-type': 'text/event-stream' })
  c.header('x-accel-buffering', 'no')
  return streamSSE(c, async (stream) => {
    let wake = () => {}
    let news = true
    const onNews = () => {
      news = true
      wake()
    }
    const close = deps.metrics.streams.enter({ stream: 'leaderboard' })
    const unsubscribe = deps.notifications.onBoard(arena.id, onNews)
    const leave = () => {
      stream.abort()
      wake()
    }
    deps.stopping.addEventListener('abort', leave)
    stream.onAbort(() => wake())
    let sent = ''
    try {
      while (!stream.aborted && !deps.stopping.aborted) {
        if (news) {
          news = false
          const { id, etag, board } = await latest(deps, arena, request, admin)
          if (etag !== sent) await stream.writeSSE({ event: 'leaderboard', id: String(id), data: board })
          sent = etag
        } else {
          await stream.write(': still here\n\n')
        }
        if (!news) await wakeOrHeartbeat((resolve) => (wake = resolve))
      }
    } catch (error) {
      deps.log.warn({ err: error, requestId: c.get('requestId') }, 'a stream ended early')
    } finally {
      unsubscribe()
      close()
      deps.stopping.removeEventListener('abort', leave)
    }
  })
}

async function latest(deps: Deps, { slug }: Arena, request: ViewRequest, admin: boolean) {
  const arena = await arenaBySlug(deps.db, slug, admin)
  return currentSnapshot(deps, arena, await resolveView(deps, arena, request))
}

function wakeOrHeartbeat(onWake: (resolve: () => void) => void): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, HEARTBEAT_MS)
    onWake(() => {
      clearTimeout(timer)
      resolve()
    })
  })
}
