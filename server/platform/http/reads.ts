/** Responses to reads in the memory of this process: which requests may share one, and how long one stands. */
import type { IncomingMessage } from 'node:http'
import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'
import { createMiddleware } from 'hono/factory'
import { LRUCache } from 'lru-cache'
import type { Env } from './http.ts'
import { routeLabel, type Metrics } from './metrics.ts'

/** A response as it was sent, without what differs for each request. */
export interface StoredRead {
  /** The pattern of its route, for metrics. */
  route: string
  headers: Readonly<Record<string, string>>
  body: Uint8Array<ArrayBuffer>
}

interface ReadsOptions {
  /** Milliseconds on a monotonic clock. */
  now?: () => number
  /** The most bytes of all stored bodies and headers together. */
  capacity?: number
}

/** Milliseconds that a response is served at most: a change of which no notification came shows after so long. */
const STANDS_MS = 1000
const CAPACITY = 64 * 2 ** 20

/** Responses to reads, in the memory of this process. They stand until something changes, and one second at most. */
export class Reads {
  readonly #entries: LRUCache<string, StoredRead>
  #changes = 0

  constructor({ now = () => performance.now(), capacity = CAPACITY }: ReadsOptions = {}) {
    this.#entries = new LRUCache({
      maxSize: capacity,
      sizeCalculation: ({ body, headers }) => body.length + 2 * headersSize(headers),
      ttl: STANDS_MS,
      ttlResolution: 0,
      perf: { now },
    })
  }

  /** The response for a key, if it stands. */
  get(key: string): StoredRead | undefined {
    return this.#entries.get(key)
  }

  /** To be passed to `store` with a response that is begun now. */
  begin(): number {
    return this.#changes
  }

  /** Stores a response, unless something has changed since `begin`. */
  store(key: string, read: StoredRead, begun: number): void {
    if (begun === this.#changes) this.#entries.set(key, read)
  }

  /** Drops all responses: there is a new board, or new texts or settings. */
  forgetAll(): void {
    this.#changes++
    this.#entries.clear()
  }
}

const headersSize = (headers: Readonly<Record<string, string>>): number =>
  Object.entries(headers).reduce((size, [name, value]) => size + name.length + value.length, 500)

/** Headers that each response gets anew. */
const ANEW = new Set(['x-request-id', 'date'])
/** Headers that a 304 lacks, because it has no body. */
const ABOUT_A_BODY = ['content-type', 'content-encoding', 'content-length']

/**
 * Answers reads of boards from memory, and stores the responses that all readers share. Every request that may change
 * something empties the memory of this process; votes do not, because boards follow them by a notification.
 */
export const storeReads = ({ reads, metrics }: { reads: Reads; metrics: Metrics }) =>
  createMiddleware<Env>(async (c, next) => {
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD') {
      await next()
      if (!isOfBattles(c.req.path)) reads.forgetAll()
      return
    }
    const key = readKey(c)
    const stored = key === null ? undefined : reads.get(key)
    if (stored) {
      c.set('route', stored.route)
      metrics.readsFromMemory.inc()
      return respondStored(c, stored)
    }
    const begun = reads.begin()
    const knownEtag = key === null ? undefined : c.req.header('if-none-match')
    // answered in full, so that a board which all readers have is stored for them, too
    if (knownEtag !== undefined) c.req.raw = withoutCondition(c.req.raw)
    await next()
    // what a HEAD is answered has no body
    if (key === null || c.req.method === 'HEAD' || !isShared(c)) {
      if (c.res.status === 200 && matchesEtag(knownEtag, c.res.headers.get('etag'))) {
        const unread = c.res.body
        c.res = notModified(c.res.headers)
        // a file that is sent as a stream stays open otherwise
        await unread?.cancel()
      }
      return
    }
    const kept = [...c.res.headers].filter(([name]) => !ANEW.has(name))
    const body = new Uint8Array(await c.res.arrayBuffer())
    const headers: Record<string, string> = {
      ...Object.fromEntries(kept),
      'content-length': String(body.length),
    }
    reads.store(key, { route: routeLabel(c), headers, body }, begun)
    c.res = matchesEtag(knownEtag, headers['etag']) ? notModified(headers) : new Response(body, { headers })
  })

function withoutCondition(request: Request): Request {
  const headers = new Headers(request.headers)
  headers.delete('if-none-match')
  return new Request(request.url, { method: request.method, headers })
}

/** A stored response, or 304 for a client that has it. */
const respondStored = (c: Context<Env>, { headers, body }: StoredRead): Response =>
  matchesEtag(c.req.header('if-none-match'), headers['etag'])
    ? notModified(headers)
    : new Response(body, { headers })

function notModified(headers: Headers | Readonly<Record<string, string>>): Response {
  const known = new Headers(headers)
  for (const name of ABOUT_A_BODY) known.delete(name)
  return new Response(null, { status: 304, headers: known })
}

/** The request headers that a shared response depends on. */
const KEY_HEADERS = ['host', 'x-forwarded-proto', 'accept', 'accept-encoding', 'accept-language']

/** Longer addresses and headers are answered, and never stored. */
const LONGEST_KEY = 2000

/**
 * Two requests with the same key get the same bytes. Null: the response to this request is never stored, as of a command
 * with the server in its process, which hears of no change.
 */
function readKey(c: Context<Env>): string | null {
  const isFromNetwork = (c.env as { incoming?: IncomingMessage } | undefined)?.incoming !== undefined
  if (!isFromNetwork || c.req.header('authorization') !== undefined) return null
  const headers = KEY_HEADERS.map((name) => c.req.header(name) ?? '')
  const key = [c.req.url, ...headers, getCookie(c, 'language') ?? ''].join('\n')
  return key.length > LONGEST_KEY ? null : key
}

/** Whether an `If-None-Match` header names the ETag, be it weak or strong. */
export function matchesEtag(header: string | undefined, etag: string | null | undefined): boolean {
  if (header === undefined || !etag) return false
  const tags = header.split(',').map((tag) => unprefixed(tag.trim()))
  return tags.includes(unprefixed(etag)) || tags.includes('*')
}

const unprefixed = (tag: string): string => tag.replace(/^W\//, '')

/** Whether a request draws or decides a battle. */
const isOfBattles = (path: string): boolean => /^\/api\/(arenas\/[^/]+\/)?battles\b/.test(path)

/** Whether a response is the same for all readers, until something changes. */
const isShared = (c: Context<Env>): boolean =>
  c.get('isShared') === true &&
  c.res.status === 200 &&
  c.res.headers.has('etag') &&
  !c.res.headers.has('set-cookie')
