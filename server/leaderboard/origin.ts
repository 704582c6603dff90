import type { Context } from 'hono'
import type { Env } from '../platform/http.ts'

/** The origin in the reader's browser. No real origin has characters that HTML escapes. */
export function originOf(c: Context<Env>): string {
  const { protocol, host } = new URL(c.req.url)
  const isSecure = protocol === 'https:' || c.req.header('x-forwarded-proto') === 'https'
  return `${isSecure ? 'https' : 'http'}://${/^[\w.:[\]-]+$/.test(host) ? host : 'localhost'}`
}
