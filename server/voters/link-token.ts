import { randomBytes } from 'node:crypto'
import type { Deps } from '../platform/deps.ts'
import { sameText, sign } from '../platform/config/secrets.ts'

export const newToken = () => randomBytes(18).toString('base64url')

/** The keyed hash of a link's token, which alone is stored. */
export const hashOfToken = (token: string, { access: { secret } }: Pick<Deps, 'access'>): string =>
  sign(secret, `token of an invitation ${token}`)

/** A number to the base 36 and its signature. No other token has a dot. */
const NUMBERED = /^([0-9a-z]{1,7})\.([\w-]+)$/

/**
 * What is stored of the link with this token. Links to judged pairs that were sent before these were invitations have a signed
 * number instead, of which the number is stored: only whoever has the signature is shown pairs.
 */
export function linkTokenKey(token: string, arenaId: number, deps: Pick<Deps, 'access'>): string {
  const [, number, signature] = NUMBERED.exec(token) ?? []
  if (number && signature && sameText(signature, sign(deps.access.secret, `labelling ${arenaId} ${number}`)))
    return `labelling ${arenaId} ${Number.parseInt(number, 36)}`
  return hashOfToken(token, deps)
}
