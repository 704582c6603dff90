/** The OpenAPI document as a page to read: every route with its parameters and answers. It has no script. */
import { html, raw } from 'hono/html'
import { alternatives, type JsonSchema } from '../../shared/contracts/file-schemas.ts'

/** The parts of the document that the page shows. */
interface ShownDocument {
  info: { version: string }
  paths: Record<string, Record<string, unknown>>
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

export const openApiPage = ({ info, paths }: ShownDocument) =>
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
              ${operationsOf(paths, title)}`,
        )}
      </main>
    </html>`

const groupOf = (path: string) =>
  GROUPS.filter(([begins]) => path.startsWith(begins)).toSorted((a, b) => b[0].length - a[0].length)[0][1]

const operationsOf = (paths: ShownDocument['paths'], group: string) =>
  Object.entries(paths)
    .filter(([path]) => groupOf(path) === group)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, one]) =>
        described(`${method.toUpperCase()} ${path}`, one as Operation),
      ),
    )

function described(name: string, { summary, parameters, requestBody, security = [], responses }: Operation) {
  const [body = { schema: {} }] = Object.values(requestBody?.content ?? {})
  const needs = security
    .flatMap((one) => Object.entries(one))
    .map(([who, [role]]) => (who === 'admin' ? ` Role: \`${role}\`.` : ' Needs the ticket.'))
  const rows = [
    ...parameters
      .filter((one) => one.in === 'query')
      .map((one) => [`\`?${one.name}\``, valuesOf(one.schema, one.required)]),
    ...alternatives(body.schema).flatMap(({ properties = {}, required = [] }) =>
      Object.entries(properties).map(([key, value]) => [
        `\`${key}\``,
        valuesOf(value, required.includes(key)),
      ]),
    ),
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

function valuesOf(schema: JsonSchema, isRequired: boolean): string {
  const values = alternatives(schema).flatMap((one) => one.enum?.map(String) ?? [one.type ?? 'any value'])
  return `${[...new Set(values)].join(' | ')}${isRequired ? ', required' : ''}`
}

/** A text whose `words in backticks` are code. */
const inCode = (text: string) =>
  text.split('`').map((part, i) => (i % 2 === 0 ? part : html`<code>${part}</code>`))
