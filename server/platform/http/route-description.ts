/**
 * The description of a route, next to its handler. The OpenAPI document and its page are made from
 * these parts, so nothing about a route is written twice. `describeRoute` holds what nothing else can tell. The
 * checks of a route add their own part: `checked` adds the schema that it checks by, `adminOnly` adds the token, also
 * where it is for all routes below a path.
 */
import { createMiddleware } from 'hono/factory'
import { z } from 'zod'
import type { ProblemCode } from '../../../shared/contracts/index.ts'

export interface RouteResponse {
  description: string
  /** The media types and content of the body; missing if there is no body. */
  content?: { types: readonly string[]; schema: z.ZodType; texts?: readonly string[] }
}

/** What one middleware of a route adds to the route's description. */
export interface RoutePart {
  summary?: string
  responses?: Readonly<Record<number, RouteResponse>>
  /** Codes of the problem documents that it answers with. `internal` may come from any route and is not listed. */
  problems?: readonly ProblemCode[]
  query?: z.ZodType
  body?: z.ZodType
  /** What is sent in the Authorization header. */
  authorization?: 'admin' | 'ticket'
}

const PARTS = new WeakMap<object, RoutePart>()

/** Adds a part of a route's description to a middleware, and returns the middleware. */
export function withPart<Middleware extends object>(middleware: Middleware, part: RoutePart): Middleware {
  PARTS.set(middleware, part)
  return middleware
}

export const routePart = (handler: object): RoutePart | undefined => PARTS.get(handler)

type Description = Required<Pick<RoutePart, 'summary' | 'responses'>> &
  Pick<RoutePart, 'problems' | 'body' | 'authorization'>

/**
 * Describes a route. It goes first among the route's middlewares and does nothing to a request.
 * `problems` lists what the handler throws. `body` and `authorization` are only for a handler that reads them itself.
 */
export const describeRoute = (description: Description) =>
  withPart(
    createMiddleware(async (_c, next) => next()),
    description,
  )

export const jsonBody = (description: string, schema: z.ZodType): RouteResponse => ({
  description,
  content: { types: ['application/json'], schema },
})

/** The same, also as a text for people, by `Accept`. */
export const answerBody = (
  description: string,
  schema: z.ZodType,
  texts: readonly string[] = ['text/plain'],
): RouteResponse => ({ description, content: { types: ['application/json'], schema, texts } })

/** A response of text of one of these media types. */
export const textBody = (description: string, ...types: string[]): RouteResponse => ({
  description,
  content: { types, schema: z.string() },
})

/** A response of a file of one of these media types, JSON among them. */
export const fileBody = (description: string, ...types: string[]): RouteResponse => ({
  description,
  content: { types, schema: z.unknown() },
})

/** The response of status 304. */
export const NOT_MODIFIED: RouteResponse = {
  description: 'The copy whose ETag was sent in If-None-Match is current.',
}

/** A path parameter in hono's form: `:name`, or `:name{pattern}` up to the next slash. */
export const PATH_PARAMETER = /:(\w+)(?:\{(.*?)\}(?=\/|$))?/g

/** The path of a route in OpenAPI's form: `/a/{arena}` for `/a/:arena`. */
export const openApiPath = (path: string): string => path.replace(PATH_PARAMETER, '{$1}')
