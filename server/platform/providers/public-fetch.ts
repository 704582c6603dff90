/** A `fetch` that connects to public addresses alone. The one of Node does not let its caller choose the address. */
import { lookup } from 'node:dns'
import type { IncomingMessage } from 'node:http'
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
  // an import of node:http loads more than all commands need together
  const [http, https] = [process.getBuiltinModule('node:http'), process.getBuiltinModule('node:https')]
  const agents = { http: new http.Agent(options), https: new https.Agent(options) }
  return async (input, init) => {
    const request = new Request(input, init)
    const url = new URL(request.url)
    const address = privateHost(url.hostname, isAllowed)
    if (address !== null) throw new PrivateAddressError(url.hostname, address)
    const body = Buffer.from(await request.arrayBuffer())
    const { method } = request
    // the own signal of a request ends with it, and its reply may take longer
    const signal = init?.signal ?? request.signal
    const headers = {
      ...Object.fromEntries(request.headers),
      'accept-encoding': 'identity',
      'content-length': String(body.length),
    }
    const reply = await new Promise<IncomingMessage>((resolve, reject) => {
      const sending =
        url.protocol === 'https:'
          ? https.request(url, { method, headers, signal, agent: agents.https }, resolve)
          : http.request(url, { method, headers, signal, agent: agents.http }, resolve)
      sending.on('error', reject).end(body)
    })
    return toResponse(reply)
  }
}

function toResponse(reply: IncomingMessage): Response {
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

/** IPv4 in IPv6: the deprecated "compatible" form, and the range for a network's own translator. */
const NOWHERE = ['::/96', '64:ff9b:1::/48'].map((range) => ipaddr.IPv6.parseCIDR(range))

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
 * An IPv4 address inside an IPv6 address is what counts; one in a form that no public network uses is not public.
 */
export function isPublicAddress(address: string): boolean {
  const parsed = ipaddr.process(address)
  if (parsed instanceof ipaddr.IPv6 && NOWHERE.some((range) => parsed.match(range))) return false
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
