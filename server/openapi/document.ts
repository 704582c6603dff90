/** Serves the OpenAPI document at `/openapi.json` and as a page at `/api`, and the JSON Schema of arena.yaml at `/arena.schema.json`. */
import { Hono } from 'hono'
import { METHOD_NAME_ALL } from 'hono/router'
import type { RouterRoute } from 'hono/types'
import { z } from 'zod'
import * as contracts from '../../shared/contracts/index.ts'
import {
  describeRoute,
  jsonBody,
  routePart,
  openApiPath,
  PATH_PARAMETER,
  type RoutePart,
  type RouteResponse,
} from '../platform/http/route-description.ts'
import { roleOfRoute } from '../platform/http/operators.ts'
import { VERSION } from '../platform/config/installation.ts'
import { arenaSchema, alternatives, type JsonSchema } from '../../shared/contracts/file-schemas.ts'
import type { Env } from '../platform/http/http.ts'
import { html, raw } from 'hono/html'

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
  const schemas: Schemas = {}
  for (const { method, path, parts } of describedRoutes(routes))
    (paths[openApiPath(path)] ??= {})[method] = operation(method, path, parts, schemas)
  return {
    openapi: '3.1.0',
    info: { title: 'Deadheat', version: VERSION, license: { name: 'MIT', identifier: 'MIT' } },
    paths,
    components: {
      schemas,
      securitySchemes: {
        admin: {
          type: 'http',
          scheme: 'bearer',
          description:
            'The admin token, which a start of the server shows or names the file of, or a named token. Each route lists the role that a named token needs: `read`, `run` or `admin`. Each role may also do what the ones before it may.',
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

/** Collects the parts of each route, for routes with a summary; also those that are for all routes below a path. */
function describedRoutes(routes: readonly RouterRoute[]): DescribedRoute[] {
  const routesByKey = new Map<string, DescribedRoute>()
  for (const { method, path, handler } of routes) {
    const part = routePart(handler)
    if (!part || method === METHOD_NAME_ALL) continue
    const key = `${method} ${path}`
    if (!routesByKey.has(key))
      routesByKey.set(key, { method: method.toLowerCase(), path, parts: partsAbove(path, routes) })
    routesByKey.get(key)!.parts.push(part)
  }
  return [...routesByKey.values()].filter(({ parts }) => parts.some(({ summary }) => summary !== undefined))
}

const partsAbove = (below: string, routes: readonly RouterRoute[]): RoutePart[] =>
  routes
    .filter(({ method, path }) => method === METHOD_NAME_ALL && below.startsWith(path.replace(/\*$/, '')))
    .flatMap(({ handler }) => routePart(handler) ?? [])

function operation(method: string, path: string, parts: readonly RoutePart[], schemas: Schemas) {
  const { summary, query, body, authorization } = Object.assign({}, ...parts) as RoutePart
  const roles = authorization === 'admin' ? [roleOfRoute(method.toUpperCase(), openApiPath(path))] : []
  return {
    summary,
    parameters: [...inPath(path), ...(query ? inQuery(query) : [])],
    ...(body && {
      requestBody: {
        content: content(['application/json'], body, schemas),
        // without a body a route takes an object without fields
        required: !body.safeParse({}).success,
      },
    }),
    ...(authorization && { security: [{ [authorization]: roles }] }),
    responses: routeResponses(path, parts, schemas),
  }
}

/** Problem documents and the other responses. A status may have both, with different media types. */
function routeResponses(path: string, parts: readonly RoutePart[], schemas: Schemas) {
  const responses: Record<string, { description: string; content?: object }> = {}
  // Node refuses these before a route is asked
  responses[431] = { description: 'The address and the headers together have more than 16 kB.' }
  const problems = new Set<contracts.ProblemCode>(parts.flatMap((part) => part.problems ?? []))
  // a path may contain what cannot be stored
  if (inPath(path).length > 0) problems.add('invalid_request')
  if (problems.has('token_invalid')) problems.add('too_many_requests')
  problems.add('internal')
  for (const [status, codes] of Map.groupBy(problems, (code) => contracts.PROBLEM_STATUS[code]))
    responses[status] = {
      description: `\`code\`: ${codes.join(', ')}.`,
      content: content(['application/problem+json'], contracts.Problem, schemas),
    }
  for (const [status, response] of parts.flatMap((part) => Object.entries(part.responses ?? {})))
    responses[status] = joined(responses[status], response, schemas)
  return responses
}

function joined(
  problem: { description: string; content?: object } | undefined,
  response: RouteResponse,
  schemas: Schemas,
) {
  const { types = [], schema = z.unknown(), texts = [] } = response.content ?? {}
  const ofResponse = response.content && {
    ...content(types, schema, schemas),
    ...content(texts, z.string(), schemas),
  }
  return {
    description: problem ? `${problem.description} ${response.description}` : response.description,
    ...((problem?.content ?? ofResponse) && { content: { ...problem?.content, ...ofResponse } }),
  }
}

const content = (types: readonly string[], schema: z.ZodType, schemas: Schemas) =>
  Object.fromEntries(types.map((type) => [type, { schema: sharedSchema(schema, schemas) }]))

/** The schemas of components, by the names of their contracts. */
type Schemas = Record<string, JsonSchema>

/** Where the document has them. */
const COMPONENTS = '#/components/schemas/'

/** What zod knows of each schema, and the names of the contracts that have fields. */
class Names extends z.core.$ZodRegistry<z.core.GlobalMeta> {
  readonly #names = new Map(
    Object.entries(contracts).flatMap(([name, contract]) =>
      contract instanceof z.ZodObject || contract instanceof z.ZodUnion
        ? [[contract as z.ZodType, name]]
        : [],
    ),
  )

  override get(schema: z.core.$ZodType) {
    return { ...z.globalRegistry.get(schema), id: this.#names.get(schema as z.ZodType) }
  }
}

const NAMES = new Names()

/** A schema that refers to the components of the contracts in it. Adds them to `schemas`. */
function sharedSchema(schema: z.ZodType, schemas: Schemas): object {
  const { $defs = {}, ...rest } = jsonSchema(schema, NAMES)
  const [shared, referring] = JSON.parse(
    JSON.stringify([$defs, rest]).replaceAll('"#/$defs/', `"${COMPONENTS}`),
  ) as [Schemas, object]
  Object.assign(schemas, shared)
  return referring
}

function jsonSchema(schema: z.ZodType, metadata: z.core.$ZodRegistry<z.core.GlobalMeta> = z.globalRegistry) {
  const options = { io: 'input', unrepresentable: 'any', metadata } as const
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, options)
  return rest
}

const inPath = (path: string) =>
  [...path.matchAll(PATH_PARAMETER)].map(([, name, pattern]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string', ...(pattern !== undefined && ofPattern(pattern)) },
  }))

/** The schema of a pattern; the values, if it lists them, such as `(?:retire|restore)`. */
function ofPattern(pattern: string) {
  const [, list] = /^\(\?:([a-z|]+)\)$/.exec(pattern) ?? []
  return list ? { enum: list.split('|') } : { pattern: `^${pattern}$` }
}

function inQuery(query: z.ZodType) {
  const { properties = {}, required = [] } = jsonSchema(query)
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }))
}

/** The OpenAPI document as a page to read: every route with its parameters and answers. It has no script. */

/** The parts of the document that the page shows. */
interface ShownDocument {
  info: { version: string }
  paths: Record<string, Record<string, unknown>>
  components: { schemas: Schemas }
}

interface Operation {
  summary: string
  parameters: { name: string; in: string; required: boolean; schema: JsonSchema }[]
  requestBody?: { content: Record<string, { schema: JsonSchema }> }
  security?: Record<string, string[]>[]
  responses: Record<string, { description: string }>
}

/** A path belongs to the group with the longest matching beginning. */
const GROUPS: [begins: string, title: string][] = [
  ['/api/arenas', 'Arenas and boards'],
  ['/api/battles', 'Battles and votes'],
  ['/api/admin', 'For operators'],
  ['/a/', 'Boards as text and pictures'],
  ['/', 'The server'],
]

const GENERAL = [
  'Requests and answers are JSON. An error is a problem document (RFC 9457, `application/problem+json`) with a `code`; `deadheat messages CODE` explains the code of its `finding`. Every answer has an `x-request-id`. `internal` (500) may come from any route: the log has the cause under that id.',
  'Operators send `Authorization: Bearer TOKEN`, with the admin token or a named one whose role is enough: `read`, `run` or `admin`. Else the status is 403 (`role_too_low`). After ten wrong tokens from one address, further wrong ones get 429; the right one always works. Private arenas need a token on every route.',
  'Voters send `Authorization: Ticket TICKET`, with the ticket that came with the battle.',
  'Requests that change something are refused (403, `origin_refused`) if a browser sends them from a page of another site. A server for this machine alone refuses foreign Host headers (`host_refused`). A body may have 64 kB, unless the route takes files.',
]

const STYLE = `:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}
h3{margin:1.5rem 0 0;font-size:1rem}p{margin:.3rem 0}dl{margin:.3rem 0;display:grid;grid-template-columns:max-content 1fr;gap:0 1rem}
dd{margin:0}code{overflow-wrap:anywhere}`

const openApiPage = ({ info, paths, components }: ShownDocument) =>
  html`<!doctype html>
    <html lang="en">
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width" />
      <title>HTTP interface of Deadheat</title>
      <style>
        ${raw(STYLE)}
      </style>
      <main>
        <h1>HTTP interface of Deadheat ${info.version}</h1>
        <p>
          <a href="/openapi.json">openapi.json</a> has the same routes with all their schemas (OpenAPI 3.1).
        </p>
        <ul>
          ${GENERAL.map((text) => html`<li>${inCode(text)}</li>`)}
        </ul>
        ${GROUPS.map(
          ([, title]) =>
            html`<h2>${title}</h2>
              ${operationsHtml(paths, title, components.schemas)}`,
        )}
      </main>
    </html>`

const pathGroup = (path: string) =>
  GROUPS.filter(([begins]) => path.startsWith(begins)).toSorted((a, b) => b[0].length - a[0].length)[0][1]

const operationsHtml = (paths: ShownDocument['paths'], group: string, schemas: Schemas) =>
  Object.entries(paths)
    .filter(([path]) => pathGroup(path) === group)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, definition]) =>
        described(`${method.toUpperCase()} ${path}`, definition as Operation, schemas),
      ),
    )

function described(
  name: string,
  { summary, parameters, requestBody, security = [], responses }: Operation,
  schemas: Schemas,
) {
  const [body = { schema: {} }] = Object.values(requestBody?.content ?? {})
  const withoutRef = ({ $ref, ...schema }: JsonSchema): JsonSchema =>
    $ref ? { ...schemas[$ref.slice(COMPONENTS.length)], ...schema } : schema
  const needs = security
    .flatMap((requirement) => Object.entries(requirement))
    .map(([scheme, [role]]) => (scheme === 'admin' ? ` Role: \`${role}\`.` : ' Needs the ticket.'))
  const rows = [
    ...parameters
      .filter((parameter) => parameter.in === 'query')
      .map((parameter) => [`\`?${parameter.name}\``, valuesText(parameter.schema, parameter.required)]),
    ...alternatives(withoutRef(body.schema)).flatMap((fields) => {
      const { properties = {}, required = [] } = withoutRef(fields)
      return Object.entries(properties).map(([key, value]) => [
        `\`${key}\``,
        valuesText({ anyOf: alternatives(withoutRef(value)).map(withoutRef) }, required.includes(key)),
      ])
    }),
    ...Object.entries(responses).map(([status, { description }]) => [status, description]),
  ].filter(([key]) => key !== '500')
  return html`<h3><code>${name}</code></h3>
    <p>${inCode([summary, ...needs].join(''))}</p>
    <dl>
      ${rows.map(
        ([key, text]) =>
          html`<dt>${inCode(key!)}</dt>
            <dd>${inCode(text!)}</dd>`,
      )}
    </dl>`
}

function valuesText(schema: JsonSchema, isRequired: boolean): string {
  const values = alternatives(schema).flatMap(
    (alternative) => alternative.enum?.map(String) ?? [alternative.type ?? 'any value'],
  )
  return `${[...new Set(values)].join(' | ')}${isRequired ? ', required' : ''}`
}

/** A text whose `words in backticks` are code. */
const inCode = (text: string) =>
  text.split('`').map((part, i) => (i % 2 === 0 ? part : html`<code>${part}</code>`))
