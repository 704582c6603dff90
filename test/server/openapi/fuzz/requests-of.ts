/** Requests for the operations of the document, from well-formed to nonsense. */
import fc from 'fast-check'
import { ADMIN_TOKEN } from '../../../support/app.ts'
import { ODD_TEXTS, odd, valuesOf, type JsonSchema, type Known } from './values-of.ts'

interface Parameter {
  name: string
  in: 'path' | 'query'
  required?: boolean
  schema: JsonSchema
}

export interface Operation {
  method: string
  path: string
  parameters: Parameter[]
  body: JsonSchema | null
  isAdmin: boolean
  byTicket: boolean
  /** The JSON Schema of each answer by status and media type; null: not JSON. */
  answers: Record<string, Record<string, JsonSchema | null>>
}

export interface FuzzedRequest {
  operation: Operation
  path: string
  headers: Record<string, string>
  body: string | null
}

/** Stand for the id and the ticket of a battle that is open when the request is sent. */
export const [OPEN_BATTLE, OPEN_TICKET] = ['OPEN-BATTLE', 'OPEN-TICKET']

const TYPES = [
  'application/json',
  'application/json; charset=utf-16',
  'text/plain',
  'multipart/form-data',
  'text/csv',
]

/** Requests for one operation. */
export function requestsOf(operation: Operation, everywhere: Known): fc.Arbitrary<FuzzedRequest> {
  const known = { ...everywhere, ...knownAt(operation, everywhere) }
  const { parameters, body, isAdmin, byTicket } = operation
  const values = (where: Parameter['in']) => {
    const isNeeded = (one: Parameter) => where === 'path' || one.required === true
    const those = parameters.filter((one) => one.in === where)
    const recordOf = (some: Parameter[]) =>
      fc.record(
        Object.fromEntries(
          some.map((one) => {
            const value = valuesOf(one.schema, known, one.name)
            return [one.name, isNeeded(one) ? value : atTimes(value)]
          }),
        ),
      )
    // one odd parameter is enough for an error, so some requests send none that is optional
    return fc.oneof(
      { weight: 3, arbitrary: recordOf(those) },
      { weight: 1, arbitrary: recordOf(those.filter(isNeeded)) },
    )
  }
  const raw = fc.oneof(
    fc.constantFrom(...ODD_TEXTS, '{', '[]', '"x"', '{"a":1,"a":2}', '{"__proto__":{}}', '\ufeff{}'),
    odd.map((value) => JSON.stringify(value) ?? ''),
  )
  const sent = body
    ? fc.oneof(
        { weight: 6, arbitrary: valuesOf(body, known).map((value) => JSON.stringify(value)) },
        { weight: 1, arbitrary: raw },
      )
    : operation.method === 'post'
      ? fc.oneof(fc.constantFrom('', ...(known['upload'] as string[])), raw)
      : fc.constant(null)
  const token = fc.oneof(
    { weight: isAdmin ? 12 : 3, arbitrary: fc.constant(`Bearer ${ADMIN_TOKEN}`) },
    { weight: 1, arbitrary: fc.constantFrom(null, 'Bearer wrong', 'Basic Og==') },
    { weight: byTicket ? 20 : 1, arbitrary: fc.constant(`Ticket ${OPEN_TICKET}`) },
  )
  const headers = fc.record({
    token,
    type: fc.oneof(
      { weight: 12, arbitrary: fc.constant(TYPES[0]) },
      { weight: 1, arbitrary: fc.constantFrom(...TYPES) },
    ),
    accept: fc.constantFrom('*/*', 'application/json', 'text/html', 'image/png', ';q=x'),
    match: fc.constantFrom(null, null, null, '*', '"x"', 'W/"x", "y'),
    cookie: fc.constantFrom<unknown>(null, ...(known['cookie'] ?? [])),
  })
  return fc
    .tuple(values('path'), values('query'), sent, headers)
    .map(([path, query, text, { token: authorization, type, accept, match, cookie }]) => ({
      operation,
      path: filledIn(operation.path, path) + queryOf(query),
      headers: {
        accept,
        ...(authorization !== null && { authorization }),
        ...(text !== null && { 'content-type': type }),
        ...(match !== null && { 'if-none-match': match }),
        ...(typeof cookie === 'string' && { cookie }),
      },
      body: text,
    }))
}

const atTimes = (values: fc.Arbitrary<unknown>) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: values })

/** Known values of fields that mean something else in this operation; their keys name the path and the field. */
const knownAt = ({ path }: Operation, known: Known): Known =>
  Object.fromEntries(
    Object.entries(known)
      .filter(([key]) => key.startsWith(`${path} `))
      .map(([key, values]) => [key.slice(path.length + 1), values]),
  )

/** Segments that fetch would resolve or drop are sent as something else. */
const segment = (value: unknown) => {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  return text === '' || text === '.' || text === '..' ? '%20' : encodeURIComponent(text.toWellFormed())
}

const filledIn = (path: string, values: Record<string, unknown>) =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => segment(values[name]))

function queryOf(values: Record<string, unknown>): string {
  const present = Object.entries(values).filter(([, value]) => value !== undefined)
  const pairs = present.map(([name, value]) => `${encodeURIComponent(name)}=${segment(value)}`)
  return pairs.length > 0 ? `?${pairs.join('&')}` : ''
}
