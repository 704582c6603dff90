import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020, type AnySchemaObject } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import { createApp, describeApi } from '../../../server/app.ts'
import { openApiPath } from '../../../server/platform/http/route-description.ts'
import { PAGES } from '../../../server/platform/pages/page.ts'
import { type TestApp, appFor } from '../../support/app.ts'

type Described = { parameters?: { name: string; schema: { type?: string; maximum?: number } }[] } | undefined

const app = appFor()

/** The routes that serve pages, and the document itself. */
const NOT_DESCRIBED = new Set([...PAGES, '/openapi.json', '/api', '/assets/*'])

test('the document has every route of the API, and no other; so has its page, which has no script', async () => {
  const served = createApp(app.deps)
    .routes.filter(({ method, path }) => method !== 'ALL' && !NOT_DESCRIBED.has(path))
    .map(({ method, path }) => `${method} ${openApiPath(path)}`)
  const described = Object.entries((await documentOf(app)).paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  expect(described.length).toBeGreaterThan(50)
  expect(described.toSorted()).toEqual([...new Set(served)].toSorted())
  const page = await app.request('/api')
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=UTF-8'])
  const text = await page.text()
  expect(text).not.toContain('<script')
  const named = [...text.matchAll(/<h3><code>(\w+ [^<]+)<\/code>/g)].map(([, name]) => name!)
  expect(named.toSorted()).toEqual(described.toSorted())
})

test('a route is described by the middlewares that check its requests', async () => {
  const { paths } = await documentOf(app)
  expect(paths['/api/admin/arenas/{arena}/votes']!.get).toMatchObject({
    security: [{ admin: ['read'] }],
    parameters: expect.arrayContaining([
      {
        name: 'quarantined',
        in: 'query',
        required: false,
        schema: { type: 'string', enum: ['true', 'false'] },
      },
    ]),
    responses: { 400: {}, 401: {}, 404: {}, 429: {} },
  })
})

test('headers that are too long get a status that every route lists', async () => {
  const { paths } = await documentOf(app)
  for (const methods of Object.values(paths))
    for (const route of Object.values(methods)) expect(route).toMatchObject({ responses: { 431: {} } })
  const address = await app.serve()
  expect((await fetch(`${address}/api/arenas`, { headers: { x: 'x'.repeat(17_000) } })).status).toBe(431)
})

test('a parameter that is a whole number has a maximum that Postgres can hold, and beyond it is refused', async () => {
  const { paths } = await documentOf(app)
  const beyond = Object.entries(paths).flatMap(([path, { get }]) =>
    ((get as Described)?.parameters ?? []).flatMap(({ name, schema }) =>
      schema.type === 'integer' && !(schema.maximum! < 2 ** 31) ? [`${path} ${name}`] : [],
    ),
  )
  expect(beyond).toEqual([])
  for (const path of ['admin/arenas/x/injections?before=2147483648', 'arenas/x/climb?attempt=2147483648'])
    expect([path, (await app.asAdmin(`/api/${path}`)).status]).toEqual([path, 400])
})

test('a path parameter has the pattern of its route, and a status has each media type', async () => {
  const { paths } = await documentOf(app)
  expect(paths['/a/{file}']!.get).toMatchObject({
    parameters: [{ name: 'file', schema: { pattern: '^[a-z0-9-]+\\.(md|txt)$' } }, ...Array(8).fill({})],
    responses: { 404: { content: { 'application/problem+json': {}, 'text/html': {} } } },
  })
  const page = await app.request('/a/no-such-arena', { headers: { accept: 'text/html' } })
  expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=UTF-8'])
})

test('every schema of the document is one of JSON Schema 2020-12, the dialect of OpenAPI 3.1', async () => {
  const ajv = new Ajv2020({ allErrors: true })
  const { paths, components } = await documentOf(app)
  const schemas = [...schemasIn(paths), ...Object.values(components.schemas)]
  expect(schemas.length).toBeGreaterThan(300)
  for (const schema of schemas) expect(ajv.validateSchema(schema), JSON.stringify(ajv.errors)).toBe(true)
  expect(ajv.validateSchema({ type: 'array', items: [{ type: 'string' }] })).toBe(false)
})

test('a contract is in the document once, and each reference leads to one', async () => {
  const { paths, components } = await documentOf(app)
  const board = { $ref: '#/components/schemas/Board' }
  expect(paths['/api/arenas/{arena}/leaderboard']!.get).toMatchObject({
    responses: { 200: { content: { 'application/json': { schema: board } } } },
  })
  expect(components.schemas['Board']).toMatchObject({ properties: { contestants: { type: 'array' } } })
  const named = [...JSON.stringify({ paths, components }).matchAll(/"\$ref":"(.*?)"/g)].map(([, ref]) => ref!)
  const there = Object.keys(components.schemas).map((name) => `#/components/schemas/${name}`)
  expect([...new Set(named)].sort()).toEqual(there.sort())
})

test('a body is required unless a route takes an object without fields', async () => {
  const { paths } = await documentOf(app)
  expect(paths['/api/battles/{id}/vote']!.post).toMatchObject({ requestBody: { required: true } })
  expect(paths['/api/arenas/{arena}/battles']!.post).toMatchObject({ requestBody: { required: false } })
})

test('the document has the structure of OpenAPI 3.1', async () => {
  const validator = new Validator()
  const { valid, errors } = await validator.validate({ ...(await documentOf(app)) })
  expect([valid, validator.version], JSON.stringify(errors)).toEqual([true, '3.1'])
})

test('the OpenAPI document can be made without a server', async () => {
  expect(JSON.parse(JSON.stringify(describeApi()))).toEqual(await documentOf(app))
})

interface Document {
  paths: Record<string, Record<string, unknown>>
  components: { schemas: Record<string, object> }
}

const documentOf = async (from: TestApp) =>
  (await (await from.request('/openapi.json')).json()) as unknown as Document

/** The schemas of parameters, bodies and responses. */
function schemasIn(part: unknown): AnySchemaObject[] {
  if (typeof part !== 'object' || part === null) return []
  return Object.entries(part).flatMap(([key, value]) =>
    key === 'schema' ? [value as AnySchemaObject] : schemasIn(value),
  )
}
