/** The voter: a random, signed cookie that only the browser has; the server stores its keyed hash. */
import { randomBytes } from 'node:crypto'
import { getCookie, setCookie } from 'hono/cookie'
import type { Context } from 'hono'
import { clientNetwork } from '../platform/client-address.ts'
import type { Deps } from '../platform/deps.ts'
import type { Env } from '../platform/http.ts'
import { sameText, sign } from '../platform/secrets.ts'

const COOKIE = 'deadheat_voter'
const YEAR_SECONDS = 365 * 24 * 3600
const SIGNATURE_LENGTH = 22
const WELL_FORMED = /^([\w-]{22})\.([\w-]{22})$/

const signatureOf = (id: string, secret: Buffer) => sign(secret, `cookie ${id}`).slice(0, SIGNATURE_LENGTH)

const voterId = (cookie: string, secret: Buffer) => `voter_${sign(secret, `voter ${cookie}`).slice(0, 22)}`

/** The voter of this request; null if it has no cookie that this server made. */
export function voterOf(c: Context<Env>, { secret }: Pick<Deps, 'secret'>): string | null {
  const [, id, signature] = WELL_FORMED.exec(getCookie(c, COOKIE) ?? '') ?? []
  return id && signature && sameText(signature, signatureOf(id, secret)) ? voterId(id, secret) : null
}

/**
 * The voter of this request; a new voter gets a cookie.
 * @throws {ProblemError} too_many_requests if too many new voters came from the same network
 */
export async function voterFor(
  c: Context<Env>,
  deps: Pick<Deps, 'secret' | 'limits' | 'trustProxy'>,
): Promise<string> {
  const known = voterOf(c, deps)
  if (known) return known
  await deps.limits.require('votersOfNetwork', clientNetwork(c, deps.trustProxy))
  const id = randomBytes(16).toString('base64url')
  setCookie(c, COOKIE, `${id}.${signatureOf(id, deps.secret)}`, {
    httpOnly: true,
    sameSite: 'Lax',
    secure: new URL(c.req.url).protocol === 'https:' || c.req.header('x-forwarded-proto') === 'https',
    path: '/',
    maxAge: YEAR_SECONDS,
  })
  return voterId(id, deps.secret)
}
