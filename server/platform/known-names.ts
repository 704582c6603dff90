/** Refuses requests that a browser sends for another site: from a foreign page, or to a name made to point here. */
import { createMiddleware } from 'hono/factory'
import type { Context } from 'hono'
import type { Deps } from './deps.ts'
import type { Env } from './http.ts'
import { ProblemError } from './problem.ts'
import { msg } from '../../shared/messages/index.ts'

const READS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Whether a host name means this machine itself. */
export const isLoopback = (name: string): boolean =>
  /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(name.replace(/\.$/, ''))

type Names = Pick<Deps, 'origins' | 'isLocal'>

/**
 * - On a server that listens on this machine alone, the Host header must name this machine or one of `origins`. Else a
 *   foreign page could read it under a name of its own (DNS rebinding).
 * - A request that changes something and comes from a page must come from a page of this server or of `origins`.
 *   Programs send no Origin header, and are not checked.
 * @throws {ProblemError} host_refused, origin_refused
 */
export const knownNames = (deps: Names) =>
  createMiddleware<Env>(async (c, next) => {
    const { origins, isLocal } = deps
    const host = c.req.header('host')
    if (isLocal && host !== undefined && !isKnownHost(host, origins))
      throw new ProblemError('host_refused', msg('host_refused', { host: shown(host) }))
    const origin = c.req.header('origin')
    if (origin !== undefined && !READS.has(c.req.method) && !isKnownOrigin(c, origin, origins))
      throw new ProblemError('origin_refused', msg('origin_refused', { origin: shown(origin) }))
    await next()
  })

function isKnownHost(host: string, origins: readonly string[]): boolean {
  return isLoopback(nameOf(host)) || origins.some((one) => new URL(one).host === host.toLowerCase())
}

/** Browsers say themselves whether page and server belong together, except over plain HTTP; there the names decide. */
function isKnownOrigin(c: Context<Env>, origin: string, origins: readonly string[]): boolean {
  if (origins.includes(origin)) return true
  const site = c.req.header('sec-fetch-site')
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  if (!URL.canParse(origin)) return false
  const { host } = new URL(origin)
  return [c.req.header('host'), c.req.header('x-forwarded-host')].some((one) => one?.toLowerCase() === host)
}

const nameOf = (host: string): string => host.replace(/:\d+$/, '')

const shown = (text: string): string => text.slice(0, 100).replace(/[^\x21-\x7e]/g, '?')
