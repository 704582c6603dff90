/** A `fetch` that connects to public addresses alone. The one of Node does not let its caller choose the address. */
import { lookup } from 'node:dns'
import { Agent as HttpAgent, request as requestHttp } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as requestHttps } from 'node:https'
import { Readable } from 'node:stream'
import { isPublicAddress, lookupAllowed, PrivateAddressError, privateHost } from './public-addresses.ts'

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
