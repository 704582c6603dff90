/**
 * Refuses requests that a browser sends for another site, from a foreign page or to a name made to point here, and
 * requests that name two hosts.
 */
import type { IncomingMessage } from 'node:http'
import { createMiddleware } from 'hono/factory'
import type { Context, MiddlewareHandler } from 'hono'
import type { Deps } from '../deps.ts'
import type { Env } from './http.ts'
import { isLoopback } from './client-address.ts'
import { ProblemError } from '../problem.ts'
import { msg } from '../../../shared/messages/index.ts'
import type { Config } from '../config/config.ts'

const READS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

type Names = Pick<Deps, 'access'>

/**
 * - On a server that listens on this machine alone, the Host header must name this machine or one of `origins`. Else a
 *   foreign page could read it under a name of its own (DNS rebinding).
 * - A request that changes something and comes from a page must come from a page of this server or of `origins`.
 *   Programs send no Origin header, and are not checked.
 * - The line of the request and its Host header must name one host. Pages take their links from the first and the
 *   memory of responses its key from the second, so a stranger could place links for others in that memory.
 * @throws {ProblemError} host_refused, invalid_request, origin_refused
 */
export const checkHostAndOrigin = (deps: Names) =>
  createMiddleware<Env>(async (c, next) => {
    const {
      access: { origins, isLocal },
    } = deps
    requireOneHost((c.env as { incoming?: IncomingMessage } | undefined)?.incoming)
    const host = c.req.header('host')
    if (isLocal && host !== undefined && !isKnownHost(host, origins))
      throw new ProblemError('host_refused', msg('host_refused', { host: printable(host) }))
    const origin = c.req.header('origin')
    if (origin !== undefined && !READS.has(c.req.method) && !isKnownOrigin(c, origin, origins))
      throw new ProblemError('origin_refused', msg('origin_refused', { origin: printable(origin) }))
    await next()
  })

/** Without a request of Node, in a test, there is one address and nothing to compare. */
function requireOneHost(incoming: IncomingMessage | undefined): void {
  if (incoming === undefined) return
  const { url = '/', rawHeaders, headers } = incoming
  const hosts = rawHeaders.filter((name, i) => i % 2 === 0 && /^host$/i.test(name)).length
  if (hosts > 1) throw new ProblemError('invalid_request', `The request has ${hosts} Host headers. Send one.`)
  if (url.startsWith('/')) return
  const { protocol, username, password, host } = new URL(url)
  const origin = `http://${headers.host ?? ''}`
  const isSame =
    protocol === 'http:' &&
    username + password === '' &&
    URL.canParse(origin) &&
    new URL(origin).host === host
  if (!isSame)
    throw new ProblemError(
      'invalid_request',
      `The request line names "${printable(url)}", which is not this address over HTTP with the host of the Host header. Send the path alone, or name one host in both.`,
    )
}

function isKnownHost(host: string, origins: readonly string[]): boolean {
  return isLoopback(hostName(host)) || origins.some((origin) => new URL(origin).host === host.toLowerCase())
}

/** Browsers say themselves whether page and server belong together, except over plain HTTP; there the names decide. */
function isKnownOrigin(c: Context<Env>, origin: string, origins: readonly string[]): boolean {
  if (origins.includes(origin)) return true
  const site = c.req.header('sec-fetch-site')
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  if (!URL.canParse(origin)) return false
  const { host } = new URL(origin)
  return [c.req.header('host'), c.req.header('x-forwarded-host')].some(
    (header) => header?.toLowerCase() === host,
  )
}

const hostName = (host: string): string => host.replace(/:\d+$/, '')

const printable = (text: string): string => text.slice(0, 100).replace(/[^\x21-\x7e]/g, '?')

// The address at which readers find this server: the setting, or else the one of the request.

/** Lets every response know the public address. */
export const knowsPublicAddress =
  ({ access: { publicUrl } }: Pick<Deps, 'access'>): MiddlewareHandler<Env> =>
  (c, next) => {
    if (publicUrl !== null) c.set('publicUrl', publicUrl)
    return next()
  }

/** The origin of links in pages. No real origin has characters that HTML escapes. */
export function publicOrigin(c: Context<Env>): string {
  const known = c.get('publicUrl')
  if (known !== undefined) return known
  const { protocol, host } = new URL(c.req.url)
  const isSecure = protocol === 'https:' || c.req.header('x-forwarded-proto') === 'https'
  return `${isSecure ? 'https' : 'http'}://${/^[\w.:[\]-]+$/.test(host) ? host : 'localhost'}`
}

/** The address of the request, as readers know it. */
export function addressOfPage(c: Context<Env>): string {
  const { pathname, search, href } = new URL(c.req.url)
  const known = c.get('publicUrl')
  return known === undefined ? href : `${known}${pathname}${search}`
}

/** The origin of links that the terminal prints: the setting, or else the place that `HOST` and `PORT` name. */
export const linkOrigin = (config: Pick<Config, 'publicUrl' | 'host' | 'port'>): string =>
  config.publicUrl || localAddress(config)

/** A page that tells its script the public address. */
export function withPublicAddress(c: Context<Env>, html: string): string {
  const known = c.get('publicUrl')
  return known === undefined
    ? html
    : html.replace('</head>', () => `<meta name="public-address" content="${known}"></head>`)
}

/** Where a browser on this machine finds a server of this host and port. */
export function localAddress({ host, port }: Pick<Config, 'host' | 'port'>): string {
  const address = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host
  return `http://${address}:${port}`
}
