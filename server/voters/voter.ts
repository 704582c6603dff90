/**
 * The voter: a random, signed cookie that only the browser has; the server stores its keyed hash. An invited voter has
 * another cookie of the same form for each arena.
 */
import { randomBytes } from 'node:crypto'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import type { Context } from 'hono'
import { clientNetwork } from '../platform/http/client-address.ts'
import type { Deps } from '../platform/deps.ts'
import type { Env } from '../platform/http/http.ts'
import { sameText, sign } from '../platform/config/secrets.ts'

const COOKIE = 'deadheat_voter'
const YEAR_SECONDS = 365 * 24 * 3600
const SIGNATURE_LENGTH = 22
const WELL_FORMED = /^([\w-]{22})\.([\w-]{22})$/
/** More cookies are not read: nobody is invited to so many arenas of one server. */
const MAX_COOKIES = 50

type Signing = Pick<Deps, 'access'>

const cookieSignature = (id: string, secret: Buffer) =>
  sign(secret, `cookie ${id}`).slice(0, SIGNATURE_LENGTH)

const voterId = (cookie: string, secret: Buffer) => `voter_${sign(secret, `voter ${cookie}`).slice(0, 22)}`

const cookieFor = (arenaId: number) => `${COOKIE}_${arenaId}`

/** The voter behind a cookie; null if this server did not make it. */
function voterIn(cookie: string | undefined, secret: Buffer): string | null {
  const [, id, signature] = WELL_FORMED.exec(cookie ?? '') ?? []
  return id && signature && sameText(signature, cookieSignature(id, secret)) ? voterId(id, secret) : null
}

/** All voters that this request may act as: without an invitation, and with one in each arena. */
export function votersFromCookies(c: Context<Env>, { access: { secret } }: Signing): string[] {
  return Object.entries(getCookie(c))
    .filter(([name]) => name === COOKIE || name.startsWith(`${COOKIE}_`))
    .slice(0, MAX_COOKIES)
    .flatMap(([, cookie]) => voterIn(cookie, secret) ?? [])
}

/** The voter that an invitation to this arena made of this browser; null without one. */
export const invitedVoter = (
  c: Context<Env>,
  arenaId: number,
  { access: { secret } }: Signing,
): string | null => voterIn(getCookie(c, cookieFor(arenaId)), secret)

/** The voter of this request without an invitation; null for a new one. */
export const cookieVoter = (c: Context<Env>, { access: { secret } }: Signing): string | null =>
  voterIn(getCookie(c, COOKIE), secret)

/**
 * The voter of this request without an invitation; a new voter gets a cookie.
 * @throws {ProblemError} too_many_requests if too many new voters came from the same network
 */
export async function ensureVoter(c: Context<Env>, deps: Pick<Deps, 'access'>): Promise<string> {
  const known = cookieVoter(c, deps)
  if (known) return known
  await deps.access.limits.require('votersOfNetwork', clientNetwork(c, deps.access.trustProxy))
  return giveCookie(c, COOKIE, randomBytes(16).toString('base64url'), deps)
}

/** What a cookie of a voter is made from: 22 characters. */
interface VoterSeed {
  seed: string
  voter: string
}

/** The voter of a link for one person: the same in every browser that opens it. */
export function invitedVoterSeed(
  arenaId: number,
  invitation: number,
  { access: { secret } }: Signing,
): VoterSeed {
  const seed = sign(secret, `invitation ${arenaId} ${invitation}`).slice(0, 22)
  return { seed, voter: voterId(seed, secret) }
}

/** A new voter of a link for several people. */
export function newSeed({ access: { secret } }: Signing): VoterSeed {
  const seed = randomBytes(16).toString('base64url')
  return { seed, voter: voterId(seed, secret) }
}

/** Makes this browser the invited voter, in this arena alone. */
export const giveInvitedCookie = (c: Context<Env>, arenaId: number, seed: string, deps: Signing): string =>
  giveCookie(c, cookieFor(arenaId), seed, deps)

/** Makes this browser a voter without an invitation again. */
export const dropInvitedCookie = (c: Context<Env>, arenaId: number, { access }: Signing): void => {
  deleteCookie(c, cookieFor(arenaId), { path: '/', ...inFrames(c, access.framedBy) })
}

function giveCookie(
  c: Context<Env>,
  name: string,
  id: string,
  { access: { secret, framedBy } }: Signing,
): string {
  setCookie(c, name, `${id}.${cookieSignature(id, secret)}`, {
    httpOnly: true,
    sameSite: 'Lax',
    secure: isHttps(c),
    path: '/',
    maxAge: YEAR_SECONDS,
    ...inFrames(c, framedBy),
  })
  return voterId(id, secret)
}

/** In a frame of another site, browsers keep no other cookies than these. */
const inFrames = (c: Context<Env>, framedBy: string | null) =>
  framedBy !== null &&
  isHttps(c) &&
  ({ secure: true, sameSite: 'None', partitioned: true, path: '/' } as const)

const isHttps = (c: Context<Env>): boolean =>
  new URL(c.req.url).protocol === 'https:' || c.req.header('x-forwarded-proto') === 'https'
