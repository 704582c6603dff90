/** Serves the OpenAPI document at `/openapi.json` and as a page at `/api`, and the JSON Schema of arena.yaml at `/arena.schema.json`. */
import { Hono } from 'hono'
import type { RouterRoute } from 'hono/types'
import { z } from 'zod'
import { Problem, PROBLEM_STATUS, type ProblemCode } from '../../shared/contracts/index.ts'
import {
  describeRoute,
  jsonBody,
  partOf,
  type RoutePart,
  type RouteResponse,
  openApiPath,
  PATH_PARAMETER,
} from '../platform/http/route-description.ts'
import { roleOfRoute } from '../platform/http/operators.ts'
import { VERSION } from '../platform/config/installation.ts'
import { arenaSchema } from '../../shared/contracts/file-schemas.ts'
import type { Env } from '../platform/http/http.ts'
import { openApiPage } from './page.ts'

/** @param routes all routes of the app. The list is read at the first request, so routes may be added until then. */
export const openApiRoutes = (routes: readonly RouterRoute[]) => {
  let document: ReturnType<typeof openApiDocument> | undefined
  const schema = arenaSchema()
  return new Hono<Env>()
    .get('/openapi.json', (c) => c.json((document ??= openApiDocument(routes))))
    .get('/api', (c) => c.html(openApiPage((document ??= openApiDocument(routes)))))
    .get(
      '/arena.schema.json',
      describeRoute({
        summary: 'The JSON Schema of arena.yaml. Editors complete and check the file with it.',
        responses: { 200: jsonBody('The schema.', z.record(z.string(), z.unknown())) },
      }),
      (c) => c.json(schema),
    )
}

/**
 * The OpenAPI 3.1 description of the routes of an app. Routes without `describeRoute` serve pages and are left out.
 * @param routes in the order of the document, with one entry for each handler
 */
export function openApiDocument(routes: readonly RouterRoute[]) {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const { method, path, parts } of describedRoutes(routes))
    (paths[openApiPath(path)] ??= {})[method] = operation(method, path, parts)
  return {
    openapi: '3.1.0',
    info: { title: 'Deadheat', version: VERSION, license: { name: 'MIT', identifier: 'MIT' } },
    paths,
    components: {
      securitySchemes: {
        admin: {
          type: 'http',
          scheme: 'bearer',
          description:
            'The admin token, printed when the server starts, or a named token. Each route lists the role that a named token needs: `read`, `run` or `admin`. Each role may also do what the ones before it may.',
        },
        ticket: {
          type: 'apiKey',
          in: 'header',
          name: 'Authorization',
          description: '`Ticket <ticket>`, as it came with the battle.',
        },
      },
    },
  }
}

interface DescribedRoute {
  method: string
  path: string
  parts: RoutePart[]
}

/** Collects the parts of each route, for routes with a summary. */
function describedRoutes(routes: readonly RouterRoute[]): DescribedRoute[] {
  const routesByKey = new Map<string, DescribedRoute>()
  for (const { method, path, handler } of routes) {
    const part = partOf(handler)
    if (!part) continue
    const key = `${method} ${path}`
    if (!routesByKey.has(key)) routesByKey.set(key, { method: method.toLowerCase(), path, parts: [] })
    routesByKey.get(key)!.parts.push(part)
  }
  return [...routesByKey.values()].filter(({ parts }) => parts.some(({ summary }) => summary !== undefined))
}

function operation(method: string, path: string, parts: readonly RoutePart[]) {
  const { summary, query, body, authorization } = Object.assign({}, ...parts) as RoutePart
  const roles = authorization === 'admin' ? [roleOfRoute(method.toUpperCase(), openApiPath(path))] : []
  return {
    summary,
    parameters: [...inPath(path), ...(query ? inQuery(query) : [])],
    ...(body && { requestBody: { content: content(['application/json'], body) } }),
    ...(authorization && { security: [{ [authorization]: roles }] }),
    responses: responsesOf(path, parts),
  }
}

/** Problem documents and the other responses. A status may have both, with different media types. */
function responsesOf(path: string, parts: readonly RoutePart[]) {
  const responses: Record<string, { description: string; content?: object }> = {}
  // Node refuses these before a route is asked
  responses[431] = { description: 'The address and the headers together have more than 16 kB.' }
  const problems = new Set<ProblemCode>(parts.flatMap((part) => part.problems ?? []))
  // a path may contain what cannot be stored
  if (inPath(path).length > 0) problems.add('invalid_request')
  if (problems.has('token_invalid')) problems.add('too_many_requests')
  problems.add('internal')
  for (const [status, codes] of Map.groupBy(problems, (code) => PROBLEM_STATUS[code]))
    responses[status] = {
      description: `\`code\`: ${codes.join(', ')}.`,
      content: content(['application/problem+json'], Problem),
    }
  for (const [status, response] of parts.flatMap((part) => Object.entries(part.responses ?? {})))
    responses[status] = joined(responses[status], response)
  return responses
}

function joined(problem: { description: string; content?: object } | undefined, response: RouteResponse) {
  const ofResponse = response.content && content(response.content.types, response.content.schema)
  return {
    description: problem ? `${problem.description} ${response.description}` : response.description,
    ...((problem?.content ?? ofResponse) && { content: { ...problem?.content, ...ofResponse } }),
  }
}

const content = (types: readonly string[], schema: z.ZodType) =>
  Object.fromEntries(types.map((type) => [type, { schema: schemaOf(schema) }]))

function schemaOf(schema: z.ZodType) {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return rest
}

const inPath = (path: string) =>
  [...path.matchAll(PATH_PARAMETER)].map(([, name, pattern]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string', ...(pattern !== undefined && { pattern: `^${pattern}$` }) },
  }))

function inQuery(query: z.ZodType) {
  const { properties = {}, required = [] } = schemaOf(query)
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }))
}
