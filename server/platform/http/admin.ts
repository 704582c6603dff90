/**
 * Checks the tokens of operators, `Authorization: Bearer <token>`: the admin token in constant time, named ones by hash
 * and role.
 */
import type { IncomingMessage } from 'node:http'
import { createMiddleware } from 'hono/factory'
import { matchedRoutes } from 'hono/route'
import { METHOD_NAME_ALL } from 'hono/router'
import type { Context } from 'hono'
import type { OperatorRole } from '../../../shared/contracts/index.ts'
import type { Deps } from '../deps.ts'
import type { Env } from './http.ts'
import { ProblemError } from '../problem.ts'
import { type Operator, runAsOperator, roleAllows, operatorByToken, roleOfRoute } from './operators.ts'
import { openApiPath, withPart, type RoutePart } from './route-description.ts'
import { sameText } from '../config/secrets.ts'
import { msg, type CodedMessage } from '../../../shared/messages/index.ts'

type Guard = Pick<Deps, 'access' | 'clock'>

/** Finds out whose named token a request carries. What the request does is recorded under its name. */
export const namedTokens = ({ db }: Pick<Deps, 'db'>) =>
  createMiddleware<Env>(async (c, next) => {
    const token = bearerToken(c)
    const operator = token === null ? null : await operatorByToken(db, token)
    if (operator === null) return next()
    c.set('operator', operator)
    return runAsOperator(operator.name, next)
  })

/** A request, whatever its route has found already. */
type Asking = Pick<Context<Env>, 'req' | 'env' | 'get'>

/**
 * Whether a request to a public route carries the token of an operator, whatever its role.
 * @throws {ProblemError} token_invalid if it carries another token, which is never treated as none; too_many_requests
 *   after too many from its address
 */
export function isAdmin(c: Asking, guard: Guard): boolean {
  const token = bearerToken(c)
  if (token === null) return false
  if (c.get('operator') !== undefined || isAmong(token, [guard.access.adminToken])) return true
  return refuseWrong(c, guard)
}

/**
 * Lets a request pass that carries one of the tokens, or a named one whose role is enough for the route. The right
 * token is never refused, however many wrong ones came from its address: behind a proxy strangers have the operator's
 * address.
 * @throws {ProblemError} token_invalid; role_too_low; too_many_requests for a wrong token after too many from its address
 */
function requireToken(c: Context<Env>, guard: Guard, tokens: readonly string[], needed: CodedMessage): void {
  const token = bearerToken(c)
  if (token === null) throw new ProblemError('token_invalid', needed)
  if (isAmong(token, tokens)) return
  const operator = c.get('operator')
  if (operator) return requireRole(operator, roleOfRoute(c.req.method, openApiPath(handlerPath(c))))
  refuseWrong(c, guard)
}

/** The path of the route that answers, also where a middleware of many routes asks. */
const handlerPath = (c: Context<Env>): string =>
  matchedRoutes(c).find(({ method }) => method !== METHOD_NAME_ALL)?.path ?? ''

function refuseWrong(c: Asking, guard: Guard): never {
  const address = peerAddress(c)
  const now = guard.clock()
  const retryAfter = guard.access.tokenGuesses.waitFor(address, now)
  if (retryAfter > 0)
    throw new ProblemError(
      'too_many_requests',
      `Too many wrong tokens came from this address. Try again in ${retryAfter} s.`,
      {
        retryAfter,
      },
    )
  guard.access.tokenGuesses.wrong(address, now)
  throw new ProblemError(
    'token_invalid',
    'This is not the admin token, nor a named token that holds. A start of the server shows the admin token, or the file that has it.',
  )
}

/**
 * Refuses a budget above that of the arena to holders of a named token who are no admin.
 * @param most the budget of the arena in US dollars; undefined: it has none
 * @param requestedBudget null: no limit; undefined: nothing is asked
 * @returns whether the arena's budget may be raised for what is asked
 * @throws {ProblemError} role_too_low
 */
export function requireBudgetRole(
  c: Pick<Context<Env>, 'get'>,
  most: number | undefined,
  requestedBudget?: number | null,
): boolean {
  const operator = c.get('operator')
  const isAdmin = !operator || roleAllows(operator.role, 'admin')
  if (!isAdmin && most !== undefined && requestedBudget !== undefined && (requestedBudget ?? Infinity) > most)
    throw new ProblemError(
      'role_too_low',
      msg('role_too_low', { ...operator, needed: 'admin', budget: most }),
    )
  return isAdmin && typeof requestedBudget === 'number'
}

function requireRole({ name, role }: Operator, needed: OperatorRole): void {
  if (!roleAllows(role, needed))
    throw new ProblemError('role_too_low', msg('role_too_low', { name, role, needed }))
}

/** The name of the scheme may be in either case. */
const BEARER = /^Bearer /i

function bearerToken(c: Asking): string | null {
  const header = c.req.header('authorization')
  return header && BEARER.test(header) ? header.replace(BEARER, '').trim() : null
}

const isAmong = (candidate: string, tokens: readonly string[]): boolean =>
  tokens.some((token) => token !== '' && sameText(candidate, token))

/** The address of the client, or of the proxy in between. Empty if there is no connection. */
function peerAddress(c: Asking): string {
  const { incoming } = (c.env ?? {}) as { incoming?: IncomingMessage }
  return incoming?.socket?.remoteAddress ?? ''
}

const ADMIN: RoutePart = {
  authorization: 'admin',
  problems: ['token_invalid', 'role_too_low', 'too_many_requests'],
}

/** Lets those pass who have one of the tokens, or a named one. Unless the route says otherwise, nothing stores what they are sent. */
const tokenGuard = (guard: Guard, by: string, tokens: (access: Deps['access']) => string[]) =>
  withPart(
    createMiddleware<Env>(async (c, next) => {
      requireToken(
        c,
        guard,
        tokens(guard.access),
        msg('authorization_needed', { by, header: 'Bearer <token>' }),
      )
      c.header('cache-control', 'no-store')
      await next()
    }),
    ADMIN,
  )

/** All routes below `/api/admin` have it. */
export const adminOnly = (guard: Guard) =>
  tokenGuard(guard, 'the admin token', ({ adminToken }) => [adminToken])

/** Accepts the metrics token, too. */
export const metricsOnly = (guard: Guard) =>
  tokenGuard(
    guard,
    'the token of DEADHEAT_METRICS_TOKEN or the admin token',
    ({ metricsToken, adminToken }) => [metricsToken, adminToken],
  )
