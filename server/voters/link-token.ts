import { randomBytes } from 'node:crypto'
import type { Deps } from '../platform/deps.ts'
import { sign } from '../platform/config/secrets.ts'

export const newToken = () => randomBytes(18).toString('base64url')

/** The keyed hash of a link's token, which alone is stored. */
export const hashOfToken = (token: string, { access: { secret } }: Pick<Deps, 'access'>): string =>
  sign(secret, `token of an invitation ${token}`)
