import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApp } from '../../../server/app.ts'
import { OPERATIONS } from '../../../server/openapi/index.ts'
import { PAGES } from '../../../server/platform/page.ts'
import { createTestApp } from '../../support/app.ts'
import type { TestApp } from '../../support/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app?.close())

/** What is served for people, and what describes the rest. */
const NO_API = new Set([...PAGES, '/openapi.json', '/assets/*'])

test('every route of the API is described, and nothing else', () => {
  const served = createApp(app.deps)
    .routes.filter(({ method, path }) => method !== 'ALL' && !NO_API.has(path))
    .map(({ method, path }) => `${method.toLowerCase()} ${path.replace(/:(\w+)(\{.*?\}(?=\/|$))?/g, '{$1}')}`)
  const described = OPERATIONS.map(({ method, path }) => `${method} ${path}`)
  expect([...new Set(served)].sort()).toEqual(described.sort())
})

test('the description is served as OpenAPI 3.1, with the fields of a vote', async () => {
  const document = await (await app.request('/openapi.json')).json()
  const properties = { ticket: {}, outcome: {}, reason: {}, flags: {} }
  expect(document).toMatchObject({
    openapi: '3.1.0',
    paths: {
      '/api/battles/{id}/vote': {
        post: {
          requestBody: { content: { 'application/json': { schema: { type: 'object', properties } } } },
          responses: { 200: {}, 201: {}, 401: {}, 404: {}, 409: {}, 410: {} },
        },
      },
    },
  })
})

test('the schema of arena.yaml knows the gate and its bounds, and nothing beside', async () => {
  const schema = await (await app.request('/arena.schema.json')).json()
  expect(schema).toHaveProperty('properties.gate.additionalProperties', false)
  expect(schema).toMatchObject({
    properties: {
      gate: {
        properties: {
          preset: { enum: ['cosmetic', 'default', 'critical'] },
          minWinRate: { minimum: 0, maximum: 1 },
          minVotes: { type: 'integer', minimum: 1 },
          alpha: { exclusiveMinimum: 0, exclusiveMaximum: 1 },
          maxCostRatio: { exclusiveMinimum: 0 },
          maxLatencyRatio: { exclusiveMinimum: 0 },
        },
      },
    },
  })
})
