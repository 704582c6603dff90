/** Which pages may change something, and by which names a server on this machine answers. */
import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { importInto } from '../../server/transfer/index.ts'
import { createTestApp, type TestApp } from '../support/app.ts'
import { arenaOf } from './arena-import.ts'

let app: TestApp
let address: URL
beforeAll(async () => {
  app = await createTestApp()
  address = new URL(await app.serve())
  await importInto(app.deps, arenaOf('open', { prompts: 20 }))
})
afterAll(() => app?.close())

/** Status and code; fetch would not send these headers. */
async function ask(method: string, path: string, headers: Record<string, string>): Promise<unknown[]> {
  const { status, text } = await new Promise<{ status: number; text: string }>((resolve, reject) => {
    const sent = request({ host: address.hostname, port: address.port, method, path, headers }, (answer) => {
      let text = ''
      answer.on('data', (chunk: Buffer) => (text += chunk.toString()))
      answer.on('end', () => resolve({ status: answer.statusCode!, text }))
    })
    sent.on('error', reject).end(method === 'POST' ? '{}' : undefined)
  })
  return [status, (JSON.parse(text) as { code?: string }).code]
}

const json = { 'content-type': 'application/json' }
const battle = (headers: Record<string, string>) =>
  ask('POST', '/api/arenas/open/battles', { ...json, ...headers })
const REFUSED = [403, 'origin_refused']
const DONE = [201, undefined]

describe('a request that changes something', () => {
  it('is refused from a page of another site', async () => {
    expect(await battle({ origin: 'https://evil.example' })).toEqual(REFUSED)
    expect(await battle({ origin: 'null' })).toEqual(REFUSED)
    expect(await battle({ origin: address.origin, 'sec-fetch-site': 'cross-site' })).toEqual(REFUSED)
    expect(
      await battle({ origin: 'https://evil.example', 'content-type': 'text/plain;charset=json' }),
    ).toEqual(REFUSED)
    expect(await ask('GET', '/api/arenas', { origin: 'https://evil.example' })).toEqual([200, undefined])
  })

  it('is accepted from the page of this server, and from programs', async () => {
    expect(await battle({})).toEqual(DONE)
    expect(await battle({ origin: address.origin })).toEqual(DONE)
    expect(await battle({ origin: 'https://arena.example', 'sec-fetch-site': 'same-origin' })).toEqual(DONE)
    const forwarded = { origin: 'https://arena.example', 'x-forwarded-host': 'arena.example' }
    expect(await battle(forwarded)).toEqual(DONE)
  })
})

describe('a server on this machine alone', () => {
  const read = (host: string) => ask('GET', '/api/arenas', { host })

  it('answers to names of this machine only', async () => {
    for (const host of ['localhost', 'localhost:4747', '127.0.0.1:1', '[::1]:4747', 'my.localhost'])
      expect([host, ...(await read(host))]).toEqual([host, 200, undefined])
    for (const host of ['evil.example', '127.0.0.1.evil.example', 'localhost.evil.example:4747'])
      expect([host, ...(await read(host))]).toEqual([host, 403, 'host_refused'])
  })

  it('answers to the addresses of its settings, and to any name if others can reach it', async () => {
    app.deps.origins = ['https://arena.example']
    expect(await read('arena.example')).toEqual([200, undefined])
    expect(await battle({ origin: 'https://arena.example', host: 'arena.example' })).toEqual(DONE)
    expect(await read('evil.example')).toEqual([403, 'host_refused'])
    app.deps.origins = []
    app.deps.isLocal = false
    expect(await read('evil.example')).toEqual([200, undefined])
    app.deps.isLocal = true
  })
})

it('forms may only be sent to this server', async () => {
  const { headers } = await app.request('/api/arenas')
  expect(headers.get('content-security-policy')).toContain("form-action 'self'")
})
