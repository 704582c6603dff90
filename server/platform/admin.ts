/** The admin token: `Authorization: Bearer <token>`, compared without telling by time. */
import { createMiddleware } from 'hono/factory'
import type { Context } from 'hono'
import type { Deps } from './deps.ts'
import type { Env } from './http.ts'
import { ProblemError } from './problem.ts'
import { sameText } from './secrets.ts'

/**
 * Whether the request carries the admin token.
 * @throws {ProblemError} token_invalid when it carries another: a wrong token is never taken for none
 */
export function isAdmin(c: Context<Env>, deps: Pick<Deps, 'adminToken'>): boolean {
  const header = c.req.header('authorization')
  if (!header?.startsWith('Bearer ')) return false
  if (sameText(header.slice('Bearer '.length).trim(), deps.adminToken)) return true
  throw new ProblemError('token_invalid', 'This is not the admin token. The server prints it when it starts.')
}

export const adminOnly = (deps: Pick<Deps, 'adminToken'>) =>
  createMiddleware<Env>(async (c, next) => {
    if (!isAdmin(c, deps))
      throw new ProblemError(
        'token_invalid',
        'This needs the admin token, as "Authorization: Bearer <token>".',
      )
    await next()
  })
