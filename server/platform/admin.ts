/** The admin token: `Authorization: Bearer <token>`, compared without telling by time. */
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
 * @throws {ProblemError} token_invalid when it carries another: a wrong token is never taken for none;
 *   too_many_requests when too many wrong ones came from its address
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

/** The other end of the connection; behind a proxy that is the proxy. Empty where there is none. */
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

/** Lets in whoever carries the token for figures, or the admin token. */
export const metricsOnly = (deps: Guard & Pick<Deps, 'metricsToken'>) =>
  withPart(
    createMiddleware<Env>(async (c, next) => {
      if (!carries(c, deps, [deps.metricsToken, deps.adminToken]))
        throw new ProblemError('token_invalid', msg('metrics_token_needed'))
      await next()
    }),
    ADMIN,
  )
