import type { Context } from 'hono'
import { strongEtag } from './etag.ts'
import type { Env } from './http.ts'
import { matchesEtag } from './reads.ts'
import { compress, COMPRESSIBLE_CONTENT_TYPE_REGEX } from 'hono/compress'
import { createMiddleware } from 'hono/factory'
import { streamSSE, type SSEStreamingApi } from 'hono/streaming'
import type { Services } from '../deps.ts'

/** Responds 304 if the client has this ETag, else with `body`. Clients must revalidate every time. */
export function respond(
  c: Context<Env>,
  etag: string,
  type: string,
  body: () => string | Uint8Array<ArrayBuffer>,
  vary = 'authorization',
) {
  const headers = { etag, 'cache-control': 'no-cache', vary: `${vary}, accept-encoding` }
  if (isNotModified(c, etag)) return c.body(null, 304, headers)
  return c.body(body(), 200, { ...headers, 'content-type': type })
}

/** The same with JSON that has its ETag. */
export const respondJson = (c: Context<Env>, { etag, text }: JsonWithEtag, vary?: string) =>
  respond(c, etag, 'application/json; charset=utf-8', () => text, vary)

/** Whether the client has the answer with this ETag. */
export const isNotModified = (c: Context<Env>, etag: string): boolean =>
  matchesEtag(c.req.header('if-none-match'), etag)

/** JSON with its strong ETag. */
export interface JsonWithEtag {
  text: string
  etag: string
}

/** Writes the JSON of an object once, for as long as the object is there. */
export function cachedJson<From extends object>(): (from: From, content: () => unknown) => JsonWithEtag {
  const written = new WeakMap<From, JsonWithEtag>()
  return (from, content) => {
    const json = written.get(from) ?? jsonWithEtag(content())
    written.set(from, json)
    return json
  }
}

export function jsonWithEtag(value: unknown): JsonWithEtag {
  const text = JSON.stringify(value)
  return { text, etag: strongEtag(text) }
}

const isPackable = (type: string) =>
  COMPRESSIBLE_CONTENT_TYPE_REGEX.test(type) || type.startsWith('application/x-ndjson')

const pack = compress({ contentTypeFilter: isPackable })

/**
 * Compresses responses to GET with gzip if the client accepts it. Event streams and responses to other methods are sent
 * uncompressed.
 */
export const packed = createMiddleware<Env>(async (c, next) => {
  await next()
  if (c.req.method === 'GET') await pack(c, async () => {})
})

/** A comment that keeps a stream open which proxies and browsers would take for dead. */
export const KEEP_ALIVE_COMMENT = ': still here\n\n'

/**
 * Answers with Server-Sent Events: all that `send` writes until it ends, which it must soon after `left` is aborted: the
 * reader has gone, or the server stops. Without a body to a HEAD request. An error ends the stream, and is logged.
 */
export function streamEvents(
  c: Context<Env>,
  { metrics, stopping, log }: Pick<Services, 'metrics' | 'stopping' | 'log'>,
  name: 'leaderboard' | 'judging' | 'live',
  send: (stream: SSEStreamingApi, left: AbortSignal) => Promise<void>,
): Response {
  if (c.req.method === 'HEAD') return c.body(null, 200, { 'content-type': 'text/event-stream' })
  c.header('x-accel-buffering', 'no')
  return streamSSE(c, async (stream) => {
    const left = new AbortController()
    const end = () => stream.abort()
    metrics.streams.inc({ stream: name })
    stream.onAbort(() => left.abort())
    stopping.addEventListener('abort', end)
    if (stopping.aborted) end()
    try {
      await send(stream, left.signal)
    } catch (error) {
      log.warn({ err: error, requestId: c.get('requestId') }, 'a stream ended early')
    } finally {
      metrics.streams.dec({ stream: name })
      stopping.removeEventListener('abort', end)
    }
  })
}
