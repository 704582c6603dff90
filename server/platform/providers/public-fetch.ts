/** A `fetch` that connects to public addresses alone. The one of Node does not let its caller choose the address. */
import { lookup } from 'node:dns'
import { Agent as HttpAgent, request as requestHttp, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as requestHttps } from 'node:https'
import { Readable } from 'node:stream'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

/** These have no body, and `Response` refuses one. */
const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 205, 304])

/**
 * A `fetch` that checks the address of every connection before it is made. It follows no redirect, uses no proxy, and asks
 * for replies that are not compressed. It throws a PrivateAddressError for a host whose address is not allowed.
 * @param options `resolve`: looks up the addresses of a host; `isAllowed`: whether an address may be connected to
 */
export function publicFetch({ resolve = lookup, isAllowed = isPublicAddress } = {}): typeof fetch {
  const options = { keepAlive: true, lookup: lookupAllowed(resolve, isAllowed) }
  const agents = { http: new HttpAgent(options), https: new HttpsAgent(options) }
  return async (input, init) => {
    const request = new Request(input, init)
    const url = new URL(request.url)
    const address = privateHost(url.hostname, isAllowed)
    if (address !== null) throw new PrivateAddressError(url.hostname, address)
    const body = Buffer.from(await request.arrayBuffer())
    const { method, signal } = request
    const headers = {
      ...Object.fromEntries(request.headers),
      'accept-encoding': 'identity',
      'content-length': String(body.length),
    }
    const reply = await new Promise<IncomingMessage>((resolve, reject) => {
      const sending =
        url.protocol === 'https:'
          ? requestHttps(url, { method, headers, signal, agent: agents.https }, resolve)
          : requestHttp(url, { method, headers, signal, agent: agents.http }, resolve)
      sending.on('error', reject).end(body)
    })
    return responseOf(reply)
  }
}

function responseOf(reply: IncomingMessage): Response {
  const status = reply.statusCode!
  const { statusMessage: statusText = '' } = reply
  const headers = new Headers()
  for (let i = 0; i < reply.rawHeaders.length; i += 2)
    headers.append(reply.rawHeaders[i], reply.rawHeaders[i + 1])
  if (WITHOUT_BODY.has(status)) {
    reply.resume()
    return new Response(null, { status, statusText, headers })
  }
  const body = Readable.toWeb(reply) as ReadableStream<Uint8Array<ArrayBuffer>>
  return new Response(body, { status, statusText, headers })
}

// Which addresses lie on the public internet, and connections to those alone.

/** A public address at which the machines of Azure reach services of their own host. */
const SERVICES_OF_HOST = new Set(['168.63.129.16'])

/** A host has an address that is not on the public internet. */
export class PrivateAddressError extends Error {
  override name = 'PrivateAddressError'
  /** The requested name, and its address. */
  readonly host: string
  readonly address: string

  constructor(host: string, address: string) {
    super(`${host} has the private address ${address}`)
    this.host = host
    this.address = address
  }
}

/**
 * Whether an IP address is on the public internet: not loopback, private, link-local, of a cloud's metadata, or reserved.
 * An IPv4 address inside an IPv6 address is what counts.
 */
export function isPublicAddress(address: string): boolean {
  const parsed = ipaddr.process(address)
  if (parsed instanceof ipaddr.IPv6 && parsed.range() === 'rfc6052')
    return isPublicAddress(parsed.toByteArray().slice(-4).join('.'))
  return parsed.range() === 'unicast' && !SERVICES_OF_HOST.has(parsed.toString())
}

/** The private address that a host names without any lookup: an IP address or `localhost`; otherwise null. */
export function privateHost(hostname: string, isAllowed = isPublicAddress): string | null {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  if (host === 'localhost' || host.endsWith('.localhost')) return isAllowed('127.0.0.1') ? null : host
  return isIP(host) !== 0 && !isAllowed(host) ? host : null
}

/**
 * The lookup of a socket that connects to allowed addresses alone. The socket connects to the addresses that were checked,
 * so a name whose address changes in between gains nothing. Its error is a PrivateAddressError if any address of the host
 * is not allowed.
 * @param resolve looks up every address of a host
 */
const lookupAllowed =
  (resolve: typeof lookup, isAllowed: (address: string) => boolean): LookupFunction =>
  (host, options, callback) =>
    resolve(host, { ...options, all: true }, (error, addresses) => {
      const refused = addresses?.find(({ address }) => !isAllowed(address))
      const fault = error ?? (refused ? new PrivateAddressError(host, refused.address) : null)
      if (fault) callback(fault, [])
      else if (options.all) callback(null, addresses)
      else callback(null, addresses[0].address, addresses[0].family)
    })

// Requests to models, and their replies within bounds.

/** The bound on one reply after decompression: far more than any model writes, and small enough to hold many at once. */
export const MOST_REPLY_BYTES = 4 * 2 ** 20

/** A reply whose status is no success. */
export class HttpError extends Error {
  override name = 'HttpError'
  readonly status: number
  /** Its JSON, or else its text; empty if it could not be read. */
  readonly body: unknown
  readonly headers: Headers

  constructor(status: number, body: unknown, headers = new Headers()) {
    super(`status ${status}`)
    this.status = status
    this.body = body
    this.headers = headers
  }
}

/**
 * Makes one request, without retries and redirects.
 * @throws {HttpError} if the status is no success
 * @throws {TooLargeError | JsonBoundsError} if the reply is out of bounds
 */
export async function exchange(
  url: URL,
  { fetching = fetch, ...init }: RequestInit & { fetching?: typeof fetch | undefined },
): Promise<{ bytes: Buffer; isJson: boolean }> {
  const response = await fetching(url, { ...init, redirect: 'manual' })
  const isJson = /\bjson\b/.test(response.headers.get('content-type') ?? '')
  if (response.ok) return { bytes: await bodyWithin(response, MOST_REPLY_BYTES), isJson }
  // an error without end is an error all the same
  const text = await bodyWithin(response, MOST_REPLY_BYTES).then(String, () => '')
  throw new HttpError(response.status, jsonOrText(text), response.headers)
}

function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text
  }
}

/** Thrown if a body is longer than the bound. */
export class TooLargeError extends Error {
  override name = 'TooLargeError'
  /** The bound in bytes. */
  readonly mebibytes: number

  constructor(mostBytes: number) {
    const mebibytes = Math.floor(mostBytes / 2 ** 20)
    super(`the reply is larger than ${mebibytes} MiB`)
    this.mebibytes = mebibytes
  }
}

/**
 * Reads a body. One that is out of bounds closes the connection, so memory never holds more.
 * @param mostBytes the bound in bytes, after decompression
 * @throws {TooLargeError} if it is longer
 * @throws {JsonBoundsError} if it has too much JSON in it
 */
export async function bodyWithin({ body }: Response, mostBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  const jsonBounds = new JsonBounds()
  let bytes = 0
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength
    if (bytes > mostBytes) throw new TooLargeError(mostBytes)
    if (jsonBounds.isExceeded(chunk)) throw new JsonBoundsError()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

// Finds JSON of which a few megabytes would block the event loop, before it is parsed.

/** No reply of a provider comes near either. */
const MOST_LEVELS = 1000
const MOST_PARTS = 100_000

const [QUOTE, BACKSLASH, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [...'"\\[]{}'].map((sign) =>
  sign.charCodeAt(0),
)

/** Thrown for JSON with more than 1,000 levels, or more than 100,000 lists and objects. */
export class JsonBoundsError extends Error {
  override name = 'JsonBoundsError'

  constructor() {
    super(`the JSON has more than ${MOST_LEVELS} levels, or more than ${MOST_PARTS} lists and objects`)
  }
}

/** Counts levels, lists and objects of a JSON text in UTF-8 that arrives in pieces. In other texts the counts mean nothing. */
export class JsonBounds {
  #levels = 0
  #parts = 0
  #isInText = false
  #isEscaped = false

  /** Whether the text up to the end of this piece has more levels, or more lists and objects, than a reply may have. */
  isExceeded(piece: Uint8Array): boolean {
    for (const byte of piece) {
      if (this.#isEscaped) this.#isEscaped = false
      else if (byte === BACKSLASH) this.#isEscaped = this.#isInText
      else if (byte === QUOTE) this.#isInText = !this.#isInText
      else if (this.#isInText) continue
      else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
        if (++this.#levels > MOST_LEVELS || ++this.#parts > MOST_PARTS) return true
      } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) this.#levels--
    }
    return false
  }
}
