/**
 * Responses to reads in the memory of this process: which requests may share one, how long one stands, and how a request
 * is answered with it before the app sees the request.
 */
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { parseAccept } from 'hono/utils/accept'
import { COMPRESSIBLE_CONTENT_TYPE_REGEX } from 'hono/utils/compress'
import type { Log } from '../log.ts'
import { Lru } from '../lru.ts'
import { TEXT_TYPES, textAccepted } from './answer.ts'
import type { Env } from './http.ts'
import { routeLabel, type Metrics } from './metrics.ts'

interface Answering {
  reads: Reads
  log: Log
  metrics: Metrics
}

/**
 * Answers a read from memory before the app sees the request. Requests for the same bytes at the same time wait for one
 * of them, so that a new board is read from the database once.
 */
export function answerReads(deps: Answering, listener: RequestListener): RequestListener {
  const { reads, log } = deps
  const send = sender(deps)
  const answer = (request: IncomingMessage, response: ServerResponse, read: StoredRead): void => {
    const requestId = requestIdIn(request.headers['x-request-id'])
    const status = send(request, response, read, requestId)
    if (!log.isLevelEnabled('info')) return
    const { method, url = '' } = request
    log.info({ requestId, method, path: url.split('?', 1)[0], status, ms: 0 }, 'request')
  }
  return (request, response) => {
    const { method } = request
    const key = method === 'GET' || method === 'HEAD' ? requestKey(request, reads.parameters) : null
    if (key === null) return listener(request, response)
    const stored = reads.get(key)
    if (stored) return answer(request, response, stored)
    // what a HEAD is answered is not stored, so nobody waits for one
    if (method === 'HEAD') return listener(request, response)
    const end = new Promise<void>((resolve) => response.once('close', resolve))
    void reads.waitOrLead(key, end).then((waited) => {
      const now = waited ? reads.get(key) : undefined
      if (now) answer(request, response, now)
      else listener(request, response)
    })
  }
}

const requestKey = ({ url = '', headers }: IncomingMessage, parameters: ReadonlySet<string>) =>
  readKey(url, headersIn({ headers }), parameters)

const headersIn =
  ({ headers }: Pick<IncomingMessage, 'headers'>): ReadHeader =>
  (name) =>
    headers[name] as string | undefined

/** What is made of a stored response once: its headers as Node writes them fastest, and the functions that count it. */
interface Ready {
  etag: string
  /** Names and values in turn. */
  headers: string[]
  /** Of a 304: without the headers about a body. */
  known: string[]
  /** By method and status, each from its first use. */
  counts: Record<Method, Partial<Record<200 | 304, () => void>>>
}

type Method = 'GET' | 'HEAD'

/** A function that sends a stored response, counts it and returns its status. */
function sender({ metrics }: Answering) {
  const readies = new WeakMap<StoredRead, Ready>()
  return (request: IncomingMessage, response: ServerResponse, read: StoredRead, id: string): 200 | 304 => {
    let ready = readies.get(read)
    if (!ready) readies.set(read, (ready = makeReady(read)))
    const method = request.method as Method
    const status = matchesEtag(request.headers['if-none-match'], ready.etag) ? 304 : 200
    response.writeHead(status, [...(status === 304 ? ready.known : ready.headers), 'x-request-id', id])
    response.end(status === 304 ? undefined : read.body)
    const count = (ready.counts[method][status] ??= counter(metrics, read.route, method, status))
    count()
    return status
  }
}

function makeReady({ headers, body }: StoredRead): Ready {
  const lines = Object.entries(headers)
  return {
    etag: headers['etag']!,
    headers: [...lines, ['content-length', String(body.length)]].flat(),
    known: lines.filter(([name]) => !OF_A_BODY.has(name)).flat(),
    counts: { GET: {}, HEAD: {} },
  }
}

function counter(
  { requests, requestSeconds, readsFromMemory }: Metrics,
  route: string,
  method: Method,
  status: 200 | 304,
) {
  const answered = requests.labels({ route, method, status: status === 304 ? '3xx' : '2xx' })
  const seconds = requestSeconds.labels({ route, method })
  return () => {
    answered.inc()
    readsFromMemory.inc()
    seconds.observe(0)
  }
}

/** The id that a client sends with its request, if it is a short plain one; otherwise a new one. */
const requestIdIn = (sent: string | string[] | undefined): string =>
  typeof sent === 'string' && /^[\w\-=]{1,255}$/.test(sent) ? sent : randomUUID()

/** The request headers that a stored read depends on. */
type ReadHeader = (name: string) => string | undefined

/** Longer addresses and headers are answered, and never stored. */
const LONGEST = 1000

/**
 * The key of a request whose response may be stored. Two requests with the same key get the same bytes. A parameter that
 * changes no page is not part of its key, so it cannot fill the memory.
 * @param address path and query as they were sent
 * @param parameters the names of all parameters that change a response
 * @returns null for a request whose response is never stored: it carries a token, is too long, can be read in two ways, or
 *   has a parameter that its route refuses
 */
export function readKey(
  address: string,
  readHeader: ReadHeader,
  parameters: ReadonlySet<string>,
): string | null {
  if (address.length > LONGEST || readHeader('authorization') !== undefined) return null
  const [path = '', query] = split(address)
  const isData = path.startsWith('/api/arenas')
  if (!isData && !path.startsWith('/a/') && path !== '/') return null
  // the same data as a text for people
  if (isData && textAccepted(readHeader('accept'), TEXT_TYPES)) return null
  const language = isData ? '' : languageCookie(readHeader('cookie'))
  // a page takes parameters of others; any other address refuses them
  const isPage = /^\/(?:a\/[a-z0-9-]+)?$/.test(path)
  const view = query === undefined ? '' : sortedQuery(query, parameters, isPage)
  if (language === null || view === null) return null
  const key = [
    readHeader('host') ?? '',
    readHeader('x-forwarded-proto') ?? '',
    acceptedEncoding(readHeader('accept-encoding')) ?? '',
    isData ? '' : `${language} ${readHeader('accept-language') ?? ''}`,
    path,
    view,
  ].join('\n')
  return key.length > 2 * LONGEST ? null : key
}

/** The encodings that stored reads are made in, the smallest result first. */
const ENCODINGS = ['br', 'gzip'] as const
type Encoding = (typeof ENCODINGS)[number]

/** The best encoding that a client accepts; null if it accepts none of them. */
export function acceptedEncoding(accepted: string | undefined): Encoding | null {
  if (accepted === undefined) return null
  const offers = parseAccept(accepted.toLowerCase())
  return ENCODINGS.find((name) => offers.some(({ type, q }) => type === name && q > 0)) ?? null
}

function split(address: string): [path: string, query?: string] {
  const end = address.indexOf('?')
  return end === -1 ? [address] : [address.slice(0, end), address.slice(end + 1)]
}

/**
 * The known parameters as they were sent, in one order. Null if one is sent twice or its name is encoded: readers of an
 * address may differ on which one counts, and so must not share a response.
 * @param isPage whether unknown parameters and empty ones are left out; otherwise, null for unknown ones
 */
function sortedQuery(query: string, parameters: ReadonlySet<string>, isPage: boolean): string | null {
  const sent = query.split('&').filter((part) => part !== '')
  const parts = sent.filter((part) => parameters.has(part.split('=', 1)[0]!))
  const names = [...new URLSearchParams(query).keys()].filter((name) => parameters.has(name))
  if (names.length !== parts.length || new Set(names).size !== names.length) return null
  if (!isPage && parts.length < sent.length) return null
  return (isPage ? parts.filter((part) => !/^[^=]*=?$/.test(part)) : parts).toSorted().join('&')
}

/** The value of the language cookie as it was sent; null if there are several. */
function languageCookie(cookies: string | undefined): string | null {
  const values = (cookies ?? '').split(';').filter((cookie) => /^\s*language\s*=/.test(cookie))
  return values.length > 1 ? null : (values[0] ?? '').trim()
}

/** Whether an `If-None-Match` header names the ETag, be it weak or of a packed body. */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined || header === etag) return header !== undefined
  const tags = header.split(',').map((tag) => strong(tag.trim()))
  return tags.includes(strong(etag)) || tags.includes('*')
}

/** The ETag of a body in an encoding. Strong tags of different bytes must differ. */
const packedTag = (etag: string, encoding: string): string => etag.replace(/"$/, `.${encoding}"`)

const strong = (tag: string): string => tag.replace(/^W\//, '').replace(/\.(br|gzip)"$/, '"')

/** Headers that a 304 lacks, because it has no body. */
const OF_A_BODY: ReadonlySet<string> = new Set(['content-type', 'content-encoding', 'content-length'])

/** A response as it was sent, without what differs for each request. */
export interface StoredRead {
  /** The pattern of its route, for metrics. */
  route: string
  headers: Readonly<Record<string, string>>
  body: Buffer
}

/** In place of an arena: a response that shows all of them, and falls with a change of any. */
export const ANY_ARENA = 0

interface Entry {
  read: StoredRead
  arenaId: number
  /** How many changes this process had heard of when the response was begun. */
  changes: number
  /** Milliseconds on the monotonic clock. */
  until: number
}

interface ReadsOptions {
  /** The names of all parameters that change a response. */
  parameters: ReadonlySet<string>
  /** Milliseconds on a monotonic clock. */
  now?: () => number
  /** The most bytes of all stored bodies and keys together. */
  capacity?: number
}

/** Milliseconds that a response may be served while this process hears of changes. */
const STANDS_MS = 10_000
/** The same while the connection that listens for changes is lost. */
const STANDS_UNHEARD_MS = 1000
const CAPACITY = 64 * 2 ** 20
/**
 * Responses to reads, in the memory of this process. A response stands until its arena changes: a new board, new texts or
 * settings. It stands 10 seconds at most, or 1 second while notifications are lost.
 */
export class Reads {
  readonly parameters: ReadonlySet<string>
  readonly #now: () => number
  readonly #entries: Lru<Entry>
  readonly #changedAt = new Map<number, number>()
  readonly #running = new Map<string, Promise<void>>()
  #allChangedAt = 0
  #anyChangedAt = 0
  #changes = 0
  #standsMs = STANDS_MS

  constructor({ parameters, now = () => performance.now(), capacity = CAPACITY }: ReadsOptions) {
    this.parameters = parameters
    this.#now = now
    this.#entries = new Lru(capacity, ({ read: { body, headers } }) => body.length + 2 * headersSize(headers))
  }

  /** The response for a key, if it stands. */
  get(key: string): StoredRead | undefined {
    const entry = this.#entries.get(key)
    return entry !== undefined && this.#stands(entry) ? entry.read : undefined
  }

  /** To be passed to `store` with a response that is begun now. */
  begin(): number {
    return this.#changes
  }

  /** Stores a response, unless its arena has changed since `begin`. */
  store(key: string, arenaId: number, read: StoredRead, begun: number): void {
    const entry = { read, arenaId, changes: begun, until: this.#now() + this.#standsMs }
    if (this.#stands(entry)) this.#entries.set(key, entry)
  }

  /**
   * Waits while another request makes the response for this key, if such responses are stored. Otherwise this request
   * is the one that makes it, until `end` settles.
   * @returns whether it waited
   */
  async waitOrLead(key: string, end: Promise<void>): Promise<boolean> {
    const running = this.#running.get(key)
    if (running) {
      await running
      return true
    }
    if (this.#entries.get(key) === undefined) return false
    this.#running.set(key, end)
    void end.finally(() => this.#running.delete(key))
    return false
  }

  /** Drops all responses about an arena. */
  forget(arenaId: number): void {
    this.#anyChangedAt = ++this.#changes
    this.#changedAt.set(arenaId, this.#changes)
  }

  /** Drops all responses. */
  forgetAll(): void {
    this.#allChangedAt = ++this.#changes
    this.#changedAt.clear()
  }

  /** Changes how long responses stand: briefly while no notification can arrive. */
  setHearing(hears: boolean): void {
    this.#standsMs = hears ? STANDS_MS : STANDS_UNHEARD_MS
    this.forgetAll()
  }

  #stands({ arenaId, changes, until }: Entry): boolean {
    const ownChange = arenaId === ANY_ARENA ? this.#anyChangedAt : (this.#changedAt.get(arenaId) ?? 0)
    return changes >= Math.max(this.#allChangedAt, ownChange) && this.#now() < until
  }
}

const headersSize = (headers: Readonly<Record<string, string>>): number =>
  Object.entries(headers).reduce((size, [name, value]) => size + name.length + value.length, 500)

/** Smaller bodies are sent as they are. */
const WORTH_PACKING = 1024
/** Brotli's levels above this one take several times as long for a few per cent. */
const BROTLI_LEVEL = 5
/** Headers that each response gets anew. */
const OWN_OF_EACH = new Set(['x-request-id', 'content-length', 'date'])

/**
 * Stores responses that show the boards of an arena, packed as their reader accepts them. Every request that may change
 * something empties the memory of this process; votes do not, because boards follow them by a notification. Routes make
 * the whole response also for a client that has it, so that the next ones are answered from memory.
 */
export const storeReads = ({ reads }: { reads: Reads }) =>
  createMiddleware<Env>(async (c, next) => {
    const begun = reads.begin()
    const { pathname, search } = new URL(c.req.url)
    const key =
      c.req.method === 'GET'
        ? readKey(pathname + search, (name) => c.req.header(name), reads.parameters)
        : null
    if (key !== null) c.set('mayBeStored', true)
    await next()
    if (c.req.method !== 'GET') {
      if (c.req.method !== 'HEAD' && !isOfBattles(c.req.path)) reads.forgetAll()
      return
    }
    if (isStorable(c)) {
      const read = await packedRead(c)
      c.res = new Response(new Uint8Array(read.body), c.res)
      for (const [name, value] of Object.entries(read.headers)) c.res.headers.set(name, value)
      if (key !== null) reads.store(key, c.get('cachedArena')!, read, begun)
    }
    if (key !== null) leaveOutKnown(c)
  })

/** Sends 304 in place of a response that the client has. */
function leaveOutKnown(c: Context<Env>): void {
  const etag = c.res.headers.get('etag')
  if (c.res.status !== 200 || etag === null || !matchesEtag(c.req.header('if-none-match'), etag)) return
  const headers = new Headers(c.res.headers)
  for (const name of OF_A_BODY) headers.delete(name)
  c.res = undefined
  c.res = new Response(null, { status: 304, headers })
}

/** Whether a request draws or decides a battle. */
const isOfBattles = (path: string): boolean => /^\/api\/(arenas\/[^/]+\/)?battles\b/.test(path)

/** Whether a response is the same for all readers, until its arena changes. */
export const isStorable = (c: Context<Env>): boolean =>
  c.get('cachedArena') !== undefined &&
  c.req.header('authorization') === undefined &&
  c.res.status === 200 &&
  c.res.headers.has('etag') &&
  !c.res.headers.has('set-cookie')

async function packedRead(c: Context<Env>): Promise<StoredRead> {
  const headers = Object.fromEntries([...c.res.headers].filter(([name]) => !OWN_OF_EACH.has(name)))
  const body = Buffer.from(await c.res.arrayBuffer())
  const encoding = acceptedEncoding(c.req.header('accept-encoding'))
  const route = routeLabel(c)
  const isSmaller =
    body.length >= WORTH_PACKING && COMPRESSIBLE_CONTENT_TYPE_REGEX.test(headers['content-type'] ?? '')
  if (encoding === null || !isSmaller) return { route, headers, body }
  return {
    route,
    headers: { ...headers, 'content-encoding': encoding, etag: packedTag(headers['etag']!, encoding) },
    body: await PACK[encoding](body),
  }
}

const PACK: Record<Encoding, (body: Buffer) => Promise<Buffer>> = {
  br: (body) =>
    promisify(brotliCompress)(body, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: BROTLI_LEVEL,
        [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      },
    }),
  gzip: (body) => promisify(gzip)(body),
}
