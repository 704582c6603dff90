/** The OpenAPI document as a page to read: every route with its parameters and answers. It has no script. */
import { html, raw } from 'hono/html'

/** The parts of the document that the page shows. */
export interface ShownDocument {
  info: { version: string }
  paths: Record<string, Record<string, unknown>>
}

interface Operation {
  summary: string
  parameters: { name: string; in: string; required: boolean; schema: Schema }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  security?: Record<string, string[]>[]
  responses: Record<string, { description: string }>
}

interface Schema {
  type?: string
  enum?: readonly unknown[]
  anyOf?: readonly Schema[]
  oneOf?: readonly Schema[]
  properties?: Record<string, Schema>
  required?: readonly string[]
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

const STYLE = `body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color-scheme:light dark}
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
  const query = parameters.filter((one) => one.in === 'query')
  const body = Object.values(requestBody?.content ?? {})[0]?.schema
  const roles = security.flatMap((one) => Object.entries(one))
  return html`<h3><code>${name}</code></h3>
    <p>
      ${inCode(summary)}${roles.map(([who, [role]]) => (who === 'admin' ? html` Role: <code>${role}</code>.` : ' Needs the ticket.'))}
    </p>
    <dl>
      ${query.map(
        ({ name: key, required, schema }) =>
          html`<dt><code>?${key}</code></dt>
            <dd>${valuesOf(schema)}${required ? ', required' : ''}</dd>`,
      )}
      ${alternatives(body ?? {}).flatMap(({ properties = {}, required = [] }) =>
        Object.entries(properties).map(
          ([key, value]) =>
            html`<dt><code>${key}</code></dt>
              <dd>${valuesOf(value)}${required.includes(key) ? ', required' : ''}</dd>`,
        ),
      )}
      ${Object.entries(responses)
        .filter(([status]) => status !== '500')
        .map(
          ([status, { description }]) =>
            html`<dt>${status}</dt>
              <dd>${inCode(description)}</dd>`,
        )}
    </dl>`
}

const alternatives = (schema: Schema): readonly Schema[] => schema.anyOf ?? schema.oneOf ?? [schema]

const valuesOf = (schema: Schema): string =>
  [
    ...new Set(alternatives(schema).flatMap((one) => one.enum?.map(String) ?? [one.type ?? 'any value'])),
  ].join(' | ')

/** A text whose `words in backticks` are code. */
const inCode = (text: string) =>
  text.split('`').map((part, i) => (i % 2 === 0 ? part : html`<code>${part}</code>`))
