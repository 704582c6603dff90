/** The admin token: `Authorization: Bearer <token>`, compared without telling by time. */
import type { IncomingMessage } from 'node:http'
import { createMiddleware } from 'hono/factory'
import type { Context } from 'hono'
import type { Deps } from './deps.ts'
import type { Env } from './http.ts'
import { ProblemError } from './problem.ts'
import { sameText } from './secrets.ts'

type Guard = Pick<Deps, 'adminToken' | 'tokenGuesses' | 'clock'>

/**
 * Whether the request carries the admin token.
 * @throws {ProblemError} token_invalid when it carries another: a wrong token is never taken for none;
 *   too_many_requests when too many wrong ones came from its address
 */
export function isAdmin(c: Context<Env>, { adminToken, tokenGuesses, clock }: Guard): boolean {
  const header = c.req.header('authorization')
  if (!header?.startsWith('Bearer ')) return false
  const address = addressOf(c)
  const retryAfter = tokenGuesses.waitFor(address, clock())
  if (retryAfter > 0)
    throw new ProblemError(
      'too_many_requests',
      `Too many wrong tokens came from this address. Try again in ${retryAfter} s.`,
      { retryAfter },
    )
  if (sameText(header.slice('Bearer '.length).trim(), adminToken)) return true
  tokenGuesses.wrong(address, clock())
  throw new ProblemError('token_invalid', 'This is not the admin token. The server prints it when it starts.')
}

/** The other end of the connection; behind a proxy that is the proxy. Empty where there is none. */
function addressOf(c: Context<Env>): string {
  const { incoming } = (c.env ?? {}) as { incoming?: IncomingMessage }
  return incoming?.socket?.remoteAddress ?? ''
}

export const adminOnly = (deps: Guard) =>
  createMiddleware<Env>(async (c, next) => {
    if (!isAdmin(c, deps))
      throw new ProblemError(
        'token_invalid',
        'This needs the admin token, as "Authorization: Bearer <token>".',
      )
    await next()
  })
