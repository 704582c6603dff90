/**
 * Streams a board as Server-Sent Events: the current one at once, then every new one, until the visitor leaves or the
 * server stops.
 */
import { streamSSE } from 'hono/streaming'
import type { Context } from 'hono'
import type { Arena } from '../arenas/index.ts'
import type { Deps } from '../platform/deps.ts'
import type { Env } from '../platform/http.ts'
import type { ViewRequest } from '../ratings/index.ts'
import { forgetReadings, sharedBoard } from './shared-board.ts'

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
      forgetReadings(deps, arena.id)
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
          const { etag, bytes } = await sharedBoard(deps, arena, request, admin)
          if (etag !== sent) await stream.write(bytes)
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

function wakeOrHeartbeat(onWake: (resolve: () => void) => void): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, HEARTBEAT_MS)
    onWake(() => {
      clearTimeout(timer)
      resolve()
    })
  })
}
