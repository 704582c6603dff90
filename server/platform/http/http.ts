/** What all routes share: request ids, access log, problem details and input checks. */
import { ProblemError, type ProblemDetails } from '../problem.ts'
import type { IncomingMessage } from 'node:http'
import { validator } from 'hono/validator'
import { createMiddleware } from 'hono/factory'
import { HTTPException } from 'hono/http-exception'
import type { Context, MiddlewareHandler } from 'hono'
import type { Router } from 'hono/router'
import type { RouterRoute } from 'hono/types'
import type { RequestIdVariables } from 'hono/request-id'
import type { z, ZodType } from 'zod'
import { PROBLEM_STATUS, type Problem, type ProblemCode } from '../../../shared/contracts/index.ts'
import { wireFields, messagesOfIssue, msg, type AnyMessage } from '../../../shared/messages/index.ts'
import { isConnectionError, isOfRemovedArena, isWriteError } from '../postgres/database-url.ts'
import type { Log } from '../log.ts'
import type { Operator } from './operators.ts'
import { withPart } from './route-description.ts'
import { findUnstorable } from '../storable.ts'

export type Env = {
  Variables: RequestIdVariables & {
    /** Whether all readers without a token get the same response, until something changes. */
    isShared?: true
    /** The pattern of the route that made a response which comes from memory. */
    route?: string
    /** The origin of links, if a setting names it. */
    publicUrl?: string
    /** Whose named token the request carries. */
    operator?: Operator
  }
}

const TITLES: Partial<Record<ProblemCode, string>> = { internal: 'Internal error' }
const problemTitle = (code: ProblemCode) =>
  TITLES[code] ?? code.replaceAll('_', ' ').replace(/^./, (first) => first.toUpperCase())

/** Statuses whose response says when to try again. */
const MAY_RETRY: ReadonlySet<number> = new Set([429, 503])

function problem(
  c: Context<Env>,
  code: ProblemCode,
  message: AnyMessage,
  { retryAfter = 1, problems }: ProblemDetails = {},
): Response {
  const { message: detail, finding } = wireFields(message)
  const body: Problem = {
    type: 'about:blank',
    title: problemTitle(code),
    status: PROBLEM_STATUS[code],
    code,
    detail,
    ...(finding && { finding }),
    requestId: c.get('requestId'),
    ...(problems && { problems: [...problems] }),
  }
  return c.body(JSON.stringify(body), PROBLEM_STATUS[code], {
    'content-type': 'application/problem+json',
    'cache-control': 'no-store',
    ...(MAY_RETRY.has(PROBLEM_STATUS[code]) && { 'retry-after': String(retryAfter) }),
  })
}

/** Turns an error of a route into problem details. */
export function answerProblem(error: Error, c: Context<Env>, log: Log): Response {
  const { code, message, more } = toProblem(error, c, log)
  return problem(c, code, message, more)
}

/** Whether the client closed the connection before its request was complete. Nobody reads the answer then. */
function isUploadAborted(c: Context<Env>): boolean {
  const { incoming } = (c.env ?? {}) as { incoming?: IncomingMessage }
  return incoming !== undefined && incoming.destroyed && !incoming.complete
}

/**
 * The problem that a visitor is shown for an error of a route. Details of an unexpected error go to the log only, and to a
 * command with the server in its process.
 */
export function toProblem(
  error: Error & { code?: unknown },
  c: Context<Env>,
  log: Log,
): { code: ProblemCode; message: AnyMessage; more?: ProblemDetails } {
  if (error instanceof ProblemError) return { code: error.code, message: error.finding, more: error.more }
  if (error instanceof HTTPException && error.status < 500)
    return {
      code: error.status === 413 ? 'too_large' : 'invalid_request',
      message: error.message || 'The request cannot be read.',
    }
  if (isOfRemovedArena(error))
    return { code: 'arena_unknown', message: msg('arena_not_here', { arena: c.req.param('arena') ?? '' }) }
  if (isNotStorable(error))
    return {
      code: 'invalid_request',
      message:
        'The request contains a NUL or half a character (an unpaired surrogate), which cannot be stored. Remove it.',
    }
  const requestId = c.get('requestId')
  if (isUploadAborted(c)) {
    log.debug({ err: error, requestId }, 'a client ended its request before it was sent')
    return { code: 'invalid_request', message: 'The request ended before all of it was sent. Send it again.' }
  }
  log.error({ err: error, requestId }, 'request failed')
  if (isWriteError(error))
    return {
      code: 'database_not_writable',
      message:
        'The database cannot store anything now: its disk is full, or it is read-only. Nothing was saved; try again later.',
      more: { retryAfter: 30 },
    }
  if (isConnectionError(error))
    return {
      code: 'database_unreachable',
      message: 'The database does not answer. Nothing was saved; try again in a moment.',
    }
  ;(c.env as { onFault?: (fault: Error) => void } | undefined)?.onFault?.(error)
  return {
    code: 'internal',
    message: msg('fault_inside'),
  }
}

export const notFound = (c: Context<Env>) =>
  problem(c, 'not_found', `Nothing is served at ${c.req.method} ${c.req.path}.`)

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

/**
 * Answers a request that no route takes, but a near one would: the same path without its last slash, or with another
 * method. Null: nothing is there.
 */
export function respondNearRoute(c: Context<Env>, router: Router<[unknown, RouterRoute]>): Response | null {
  const { method } = c.req
  const isReading = method === 'GET' || method === 'HEAD'
  const methodsAt = (path: string) =>
    METHODS.filter((name) => router.match(name, path)[0].some(([[, route]]) => route.method === name))
  const { pathname, search } = new URL(c.req.url)
  const trimmed = pathname.replace(/\/+$/, '')
  if (isReading && trimmed !== pathname && methodsAt(trimmed).includes('GET'))
    return c.redirect(trimmed + search, 301)
  const methods = methodsAt(c.req.path).flatMap((name) => (name === 'GET' ? [name, 'HEAD'] : [name]))
  if (methods.length === 0 || methods.includes(method)) return null
  c.header('allow', methods.join(', '))
  return problem(c, 'method_not_allowed', `This address takes ${methods.join(', ')}, not ${method}.`)
}

/** Checks one part of a request with zod. A failure becomes `invalid_request` and names the field. */
export function validateRequest<Target extends 'json' | 'query', Schema extends ZodType>(
  target: Target,
  schema: Schema,
) {
  const check = validator(target, (value, c) => {
    const type = c.req.header('content-type')
    const isOther = target === 'json' && !type?.includes('json')
    if (isOther && (type !== undefined || !schema.safeParse(value).success))
      throw new ProblemError(
        'invalid_request',
        'Send the body as JSON, with "Content-Type: application/json".',
      )
    return parsed(value, schema, target)
  })
  return withPart(check as MiddlewareHandler<Env, string, CheckedInput<Target, Schema>>, {
    [target === 'json' ? 'body' : 'query']: schema,
    problems: ['invalid_request'],
  })
}

/** What a client sends and a handler gets. */
export interface CheckedInput<Target extends string, Schema extends ZodType> {
  in: Record<Target, z.input<Schema>>
  out: Record<Target, z.output<Schema>>
}

/** The query of a request that does not answer errors with problem details. Throws what `validateRequest` throws. */
export const parseQuery = <Schema extends ZodType>(c: Context<Env>, schema: Schema): z.output<Schema> =>
  checkedQuery(c.req.query(), schema)

/** The parameters of an address, checked. Throws what `validateRequest` throws. */
export const checkedQuery = <Schema extends ZodType>(
  parameters: Record<string, string>,
  schema: Schema,
): z.output<Schema> => parsed(parameters, schema, 'query')

function parsed<Schema extends ZodType>(value: unknown, schema: Schema, target: string): z.output<Schema> {
  const result = schema.safeParse(value, { reportInput: true })
  const fault = result.success ? findUnstorable(result.data) : messagesOfIssue(result.error.issues[0])[0]
  if (!fault) return result.data!
  const field = fault.path.join('.') || target
  const wrong = 'wrong' in fault ? fault.wrong : fault.message
  throw new ProblemError('invalid_request', msg('sentence_at', { field, wrong }))
}

/** Logs one line for each request: method, path, status and milliseconds. Never bodies, cookies or tickets. */
export const accessLog = (log: Log) =>
  createMiddleware<Env>(async (c, next) => {
    const start = performance.now()
    await next()
    const ms = Math.round(performance.now() - start)
    log.info(
      { requestId: c.get('requestId'), method: c.req.method, path: c.req.path, status: c.res.status, ms },
      'request',
    )
  })

/** Postgres: character_not_in_repertoire, untranslatable_character. */
const NOT_A_TEXT = new Set(['22021', '22P05'])
/** Postgres: invalid_text_representation, also of JSON with half a surrogate. */
const NOT_JSON = '22P02'

/** Whether Postgres refused a text that it cannot store, beyond those that the checks of a route have refused. */
const isNotStorable = ({ code, message }: Error & { code?: unknown }): boolean =>
  NOT_A_TEXT.has(String(code)) || (code === NOT_JSON && /type jsonb?$/.test(message))
