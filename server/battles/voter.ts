/** The voter: a random cookie that only the browser has; the server stores its keyed hash. */
import { randomBytes } from 'node:crypto'
import { getCookie, setCookie } from 'hono/cookie'
import type { Context } from 'hono'
import type { Deps } from '../platform/deps.ts'
import type { Env } from '../platform/http.ts'
import { sign } from '../platform/secrets.ts'

const COOKIE = 'deadheat_voter'
const YEAR_SECONDS = 365 * 24 * 3600
const WELL_FORMED = /^[\w-]{22}$/

const voterId = (cookie: string, secret: Buffer) => `voter_${sign(secret, `voter ${cookie}`).slice(0, 22)}`

/** The voter of this request; null if it has no cookie. */
export function voterOf(c: Context<Env>, { secret }: Pick<Deps, 'secret'>): string | null {
  const cookie = getCookie(c, COOKIE)
  return cookie && WELL_FORMED.test(cookie) ? voterId(cookie, secret) : null
}

/** The voter of this request; a new voter gets a cookie. */
export function voterFor(c: Context<Env>, deps: Pick<Deps, 'secret'>): string {
  const known = voterOf(c, deps)
  if (known) return known
  const cookie = randomBytes(16).toString('base64url')
  setCookie(c, COOKIE, cookie, {
    httpOnly: true,
    sameSite: 'Lax',
    secure: new URL(c.req.url).protocol === 'https:' || c.req.header('x-forwarded-proto') === 'https',
    path: '/',
    maxAge: YEAR_SECONDS,
  })
  return voterId(cookie, deps.secret)
}
