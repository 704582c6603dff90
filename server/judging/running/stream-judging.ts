/** How far judging has come, as Server-Sent Events: at once, and each second in which it changed. */
import { setTimeout as sleep } from 'node:timers/promises'
import { streamSSE } from 'hono/streaming'
import type { Context } from 'hono'
import type { JudgingState } from '../../../shared/contracts/index.ts'
import type { Arena } from '../../arenas/index.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Env } from '../../platform/http.ts'
import { progressOf } from './progress.ts'

const LOOK_EVERY_MS = 1000
/** Looks without news after which a word keeps the line open. */
const QUIET_LOOKS = 15

export function streamJudging(c: Context<Env>, deps: Deps, { id, slug }: Arena): Response {
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
        const state: JudgingState = { arena: slug, judging: await progressOf(deps, id) }
        const data = JSON.stringify(state)
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
