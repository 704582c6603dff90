/** docs/reference/http.md: every operation of the API, from its OpenAPI description. */
import { describeApi } from '../../server/app.ts'
import { alternatives, typeWords, type JsonSchema, blocks, code, MADE, table } from './markdown.ts'

interface Content {
  content?: Record<string, { schema: JsonSchema }>
}

interface Described {
  summary: string
  parameters: { name: string; in: string; schema: JsonSchema }[]
  requestBody?: Content
  security?: Record<string, string[]>[]
  responses: Record<string, Content & { description: string }>
}

const INTRODUCTION = `Requests and answers are JSON. An error is a problem document (RFC 9457,
\`application/problem+json\`) with a \`code\`, and every answer carries an \`x-request-id\`. A running server describes
the same operations with all their schemas at \`/openapi.json\`.

- **Admin token:** send \`Authorization: Bearer TOKEN\`. A [named token](../how-to/production.md#tokens-with-roles)
  works too, if its role is enough: \`read\`, \`run\`, which may also read, or \`admin\`. Otherwise the status is 403, the code
  \`role_too_low\`. After ten wrong tokens from
  one address, only one every six seconds gets 401; further wrong tokens get 429 with \`Retry-After\`. The right token
  always works.
- **Voting ticket:** send \`Authorization: Ticket TICKET\` with the ticket that came with the battle.
- **Private arenas** need the token of an operator on every route.
- **Status 403** refuses requests that change something, if a browser sends them from a page of another site
  (\`origin_refused\`). A server on this machine alone also refuses every request whose Host header names another
  machine (\`host_refused\`). \`DEADHEAT_ORIGINS\` names further addresses of the server.
- **Status 500** with the code \`internal\` may come from any route. The log has the cause under the request id.
- **Limits:** a request body may have 64 kB. The routes that take files say their own limits.`

/** The groups in the order of the page. A path belongs to the group with the longest matching beginning. */
const GROUPS: [begins: string, title: string][] = [
  ['/api/arenas', 'Arenas and boards'],
  ['/api/battles', 'Battles and votes'],
  ['/api/admin', 'For operators'],
  ['/a/', 'Boards as text'],
  ['/', 'The server'],
]

const groupOf = (path: string) =>
  GROUPS.filter(([begins]) => path.startsWith(begins)).toSorted((a, b) => b[0].length - a[0].length)[0][1]

const NEEDS: Record<string, string> = {
  admin: 'Needs the admin token',
  ticket: 'Needs the voting ticket',
}

export function httpPage(): string {
  const paths = describeApi().paths as Record<string, Record<string, Described>>
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({ path, method: method.toUpperCase(), described })),
  )
  return blocks(
    MADE,
    '# HTTP',
    INTRODUCTION,
    ...GROUPS.flatMap(([, title]) => [
      `## ${title}`,
      ...operations
        .filter(({ path }) => groupOf(path) === title)
        .map(({ path, method, described }) => describe(path, method, described)),
    ]),
  )
}

function describe(path: string, method: string, described: Described): string {
  const { summary, parameters, requestBody, security = [], responses } = described
  const needs = security.flatMap((one) =>
    Object.entries(one).map(
      ([name, roles]) =>
        [NEEDS[name], ...roles.map((role) => `or one with the role ${code(role)}`)].join(', ') + '.',
    ),
  )
  const body = Object.values(requestBody?.content ?? {})[0]?.schema
  return blocks(
    `### ${code(`${method} ${path}`)}`,
    [summary, ...needs].join(' '),
    table(
      ['query', 'value'],
      parameters
        .filter((one) => one.in === 'query')
        .map(({ name, schema }) => [code(name), typeWords(schema)]),
    ),
    body ? bodyTable(body) : '',
    table(
      ['status', 'answer'],
      Object.entries(responses)
        .filter(([status]) => status !== '500')
        .map(([status, { description }]) => [code(status), description]),
    ),
  ).trimEnd()
}

function bodyTable(schema: JsonSchema): string {
  const kinds = alternatives(schema).filter(({ properties }) => properties)
  const rows = kinds.flatMap(({ properties, required }) =>
    Object.entries(properties!).map(([key, value]) => [
      code(key),
      `${typeWords(value)}${required?.includes(key) ? '' : ' (optional)'}`,
    ]),
  )
  return table(['body', 'value'], rows)
}
