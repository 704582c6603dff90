/** Checks the admin token, `Authorization: Bearer <token>`, in constant time. */
import type { IncomingMessage } from 'node:http'
import { createMiddleware } from 'hono/factory'
import type { Context } from 'hono'
import type { Deps } from './deps.ts'
import type { Env } from './http.ts'
import { ProblemError } from './problem.ts'
import { withPart } from './route-description.ts'
import type { RoutePart } from './route-description.ts'
import { sameText } from './secrets.ts'
import { msg } from '../../shared/messages/index.ts'

type Guard = Pick<Deps, 'adminToken' | 'tokenGuesses' | 'clock'>

/**
 * Whether the request carries the admin token.
 * @throws {ProblemError} token_invalid if it carries another token, which is never treated as none;
 *   too_many_requests if too many wrong tokens came from its address
 */
export const isAdmin = (c: Context<Env>, guard: Guard): boolean => carries(c, guard, [guard.adminToken])

function carries(c: Context<Env>, { tokenGuesses, clock }: Guard, tokens: readonly string[]): boolean {
  const header = c.req.header('authorization')
  if (!header?.startsWith('Bearer ')) return false
  const address = addressOf(c)
  const retryAfter = tokenGuesses.waitFor(address, clock())
  if (retryAfter > 0)
    throw new ProblemError('too_many_requests', msg('many_wrong_tokens', { seconds: retryAfter }), {
      retryAfter,
    })
  const given = header.slice('Bearer '.length).trim()
  if (tokens.some((token) => token !== '' && sameText(given, token))) return true
  tokenGuesses.wrong(address, clock())
  throw new ProblemError('token_invalid', msg('wrong_admin_token'))
}

/** The address of the client, or of the proxy in between. Empty if there is no connection. */
function addressOf(c: Context<Env>): string {
  const { incoming } = (c.env ?? {}) as { incoming?: IncomingMessage }
  return incoming?.socket?.remoteAddress ?? ''
}

const ADMIN: RoutePart = { authorization: 'admin', problems: ['token_invalid', 'too_many_requests'] }

export const adminOnly = (deps: Guard) =>
  withPart(
    createMiddleware<Env>(async (c, next) => {
      if (!isAdmin(c, deps)) throw new ProblemError('token_invalid', msg('admin_token_needed'))
      await next()
    }),
    ADMIN,
  )

/** Accepts the metrics token or the admin token. */
export const metricsOnly = (deps: Guard & Pick<Deps, 'metricsToken'>) =>
  withPart(
    createMiddleware<Env>(async (c, next) => {
      if (!carries(c, deps, [deps.metricsToken, deps.adminToken]))
        throw new ProblemError('token_invalid', msg('metrics_token_needed'))
      await next()
    }),
    ADMIN,
  )
