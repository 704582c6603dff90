/** Long responses are compressed for clients that accept it. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { importInto } from '../../server/transfer/index.ts'
import { createTestApp, type TestApp } from '../support/app.ts'
import { arenaOf } from './arena-import.ts'

let app: TestApp
let address: string

beforeAll(async () => {
  app = await createTestApp()
  address = await app.serve()
  await importInto(app.deps, arenaOf('open', { prompts: 20 }))
})
afterAll(() => app?.close())

const compressed = (path: string, headers = {}) =>
  fetch(`${address}${path}`, { headers: { 'accept-encoding': 'gzip', ...headers } })

it.each([
  '/openapi.json',
  '/api/arenas/open/leaderboard',
  '/api/arenas/open/export/votes.csv',
  '/api/arenas/open/export/votes.jsonl',
])('%s is compressed', async (path) => {
  const packed = await compressed(path)
  expect(packed.status).toBe(200)
  expect(packed.headers.get('vary')).toMatch(/accept-encoding/i)
  const plain = await fetch(`${address}${path}`, { headers: { 'accept-encoding': 'identity' } })
  expect(plain.headers.get('content-encoding')).toBe(null)
  expect(packed.headers.get('content-encoding')).toBe('gzip')
  expect(await packed.text()).toBe(await plain.text())
})

it('a board is found unchanged by its ETag, compressed or not', async () => {
  const path = '/api/arenas/open/leaderboard'
  const tag = (await compressed(path)).headers.get('etag')!
  const known = await compressed(path, { 'if-none-match': tag })
  expect([known.status, known.headers.get('vary')]).toEqual([304, expect.stringMatching(/accept-encoding/)])
  expect((await fetch(`${address}${path}`, { headers: { 'if-none-match': tag } })).status).toBe(304)
})

it('a short response such as health is not compressed', async () => {
  expect((await compressed('/healthz')).headers.get('content-encoding')).toBe(null)
})

it('a stream is not compressed, and sends its first event at once', async () => {
  const leaving = new AbortController()
  const { headers, body } = await fetch(`${address}/api/arenas/open/leaderboard/stream`, {
    headers: { 'accept-encoding': 'gzip' },
    signal: leaving.signal,
  })
  expect(headers.get('content-encoding')).toBe(null)
  const { value } = await body!.getReader().read()
  expect(new TextDecoder().decode(value)).toContain('event: leaderboard')
  leaving.abort()
})
