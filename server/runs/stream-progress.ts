/**
 * Streams the progress of judging as Server-Sent Events: once at the start, and in each second in which it changed.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { streamSSE } from 'hono/streaming'
import type { Context } from 'hono'
import type { Arena } from '../arenas/index.ts'
import type { Env } from '../platform/http.ts'
import { judgingState } from './progress.ts'
import type { RunDeps } from './run-kind.ts'

const LOOK_EVERY_MS = 1000
/** Looks without a change after which a comment keeps the connection open. */
const QUIET_LOOKS = 15

export function streamProgress(c: Context<Env>, deps: RunDeps, arena: Arena): Response {
  if (c.req.method === 'HEAD') return c.body(null, 200, { 'content-type': 'text/event-stream' })
  c.header('x-accel-buffering', 'no')
  return streamSSE(c, async (stream) => {
    const gone = new AbortController()
    const leave = () => gone.abort()
    const close = deps.metrics.streams.enter({ stream: 'judging' })
    deps.stopping.addEventListener('abort', leave)
    stream.onAbort(leave)
    let sent = ''
    let quiet = 0
    try {
      while (!gone.signal.aborted && !deps.stopping.aborted) {
        const data = JSON.stringify(await judgingState(deps, arena))
        if (data !== sent) {
          await stream.writeSSE({ event: 'judging', data })
          quiet = 0
        } else if (++quiet % QUIET_LOOKS === 0) await stream.write(': still here\n\n')
        sent = data
        await sleep(LOOK_EVERY_MS, undefined, { signal: gone.signal }).catch(() => {})
      }
      stream.abort()
    } catch (error) {
      deps.log.warn({ err: error, requestId: c.get('requestId') }, 'a stream ended early')
    } finally {
      close()
      deps.stopping.removeEventListener('abort', leave)
    }
  })
}
