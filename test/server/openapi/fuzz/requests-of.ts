/** Requests for the operations of the document, from well-formed to nonsense. */
import fc from 'fast-check'
import { ADMIN_TOKEN } from '../../../support/app.ts'

/** Values for a JSON Schema of the document: mostly valid, at times odd. */
export interface JsonSchema {
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  items?: JsonSchema
  minItems?: number
  maxItems?: number
  properties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: boolean | JsonSchema
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  exclusiveMaximum?: number
}

/** Known values by the name of a field, such as the ids of things that exist. */
export type Known = Record<string, readonly unknown[]>

/** Texts that parsers, SQL and paths stumble over. */
const ODD_TEXTS = [
  '',
  ' ',
  '\u0000',
  '\ud800',
  '../../etc/passwd',
  '%00',
  '%E0%A4%A',
  "'; drop table votes; --",
  '__proto__',
  'constructor',
  '-1',
  '1e400',
  'NaN',
  '9223372036854775808',
  '2026-02-30',
  '+275760-09-13',
  'ﷺ'.repeat(80),
  'x'.repeat(5000),
]
const ODD_NUMBERS = [0, -1, -0, 0.5, 1e308, 5e-324, 2 ** 31, 2 ** 53, -(2 ** 63)]

const oddText = fc.oneof(fc.constantFrom(...ODD_TEXTS), fc.string({ unit: 'binary', maxLength: 40 }))

/** Something that hardly any schema allows. */
const odd: fc.Arbitrary<unknown> = fc.oneof(
  oddText,
  fc.constantFrom<unknown>(null, true, [], {}, ...ODD_NUMBERS),
  fc.constantFrom(1, 20).map((depth) => JSON.parse('['.repeat(depth) + ']'.repeat(depth)) as unknown),
  fc.dictionary(fc.constantFrom('a', '__proto__', 'constructor', ''), oddText, { maxKeys: 3 }),
)

/**
 * Values for a schema.
 * @param field  the name of the field, to choose known values by
 */
function valuesOf(schema: JsonSchema, known: Known, field = ''): fc.Arbitrary<unknown> {
  const own = known[field]
  const valid = plainValues(schema, known, field)
  if (own && own.length > 0 && schema.type !== 'array')
    return fc.oneof(
      { weight: 20, arbitrary: fc.constantFrom(...own) },
      { weight: 2, arbitrary: valid },
      { weight: 1, arbitrary: odd },
    )
  return fc.oneof({ weight: 20, arbitrary: valid }, { weight: 1, arbitrary: odd })
}

function plainValues(schema: JsonSchema, known: Known, field: string): fc.Arbitrary<unknown> {
  if ('const' in schema) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return fc.oneof(...choices.map((choice) => valuesOf(choice, known, field)))
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  if (type === 'object') return objectsOf(schema, known)
  if (type === 'array')
    return fc.array(valuesOf(schema.items ?? {}, known, field), {
      minLength: schema.minItems ?? 0,
      maxLength: Math.min(schema.maxItems ?? 4, Math.max(4, schema.minItems ?? 0)),
    })
  if (type === 'integer' || type === 'number') return languageNumbers(schema, type)
  if (type === 'boolean') return fc.boolean()
  if (type === 'null') return fc.constant(null)
  return type === 'string' ? textsOf(schema) : odd
}

function objectsOf(schema: JsonSchema, known: Known): fc.Arbitrary<unknown> {
  const { properties = {}, required = [], additionalProperties } = schema
  const fields = Object.fromEntries(
    Object.entries(properties).map(([name, value]) => [name, valuesOf(value, known, name)]),
  )
  const requiredKeys = required.filter((name) => name in fields)
  const optional = Object.keys(fields).filter((name) => !requiredKeys.includes(name))
  // some bodies may have only one of several fields
  const withOne = optional.map((one) =>
    fc.record(Object.fromEntries([...requiredKeys, one].map((name) => [name, fields[name]!]))),
  )
  const described = fc.oneof(fc.record(fields, { requiredKeys }), ...withOne.slice(0, 4))
  if (typeof additionalProperties !== 'object') return described
  const others = fc.dictionary(
    fc.oneof(fc.constantFrom(...((known['fileName'] as string[] | undefined) ?? ['a'])), oddText),
    valuesOf(additionalProperties, known, 'fileText'),
    { maxKeys: 3 },
  )
  return fc.tuple(described, others).map(([one, more]) => Object.assign(Object.create(null), more, one))
}

function languageNumbers(schema: JsonSchema, type: 'integer' | 'number'): fc.Arbitrary<number> {
  const min = schema.minimum ?? schema.exclusiveMinimum ?? -1000
  const max = Math.max(min, Math.min(schema.maximum ?? schema.exclusiveMaximum ?? 1e6, 1e6))
  if (type === 'number') return fc.double({ min, max, noNaN: true })
  return fc.integer({ min: Math.ceil(min), max: Math.floor(max) })
}

function textsOf({ pattern, minLength = 0, maxLength = 60 }: JsonSchema): fc.Arbitrary<string> {
  if (pattern) {
    try {
      return fc.stringMatching(new RegExp(pattern, 'u'))
    } catch {
      // a pattern with look-around, which fast-check does not make texts for
    }
  }
  return fc.string({ minLength, maxLength: Math.max(minLength, Math.min(maxLength, 60)), unit: 'grapheme' })
}

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
  body: string | Uint8Array<ArrayBuffer> | null
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
      : operation.method === 'put'
        ? fc.oneof(fc.constantFrom(...(known['archive'] as Uint8Array<ArrayBuffer>[])), raw)
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
