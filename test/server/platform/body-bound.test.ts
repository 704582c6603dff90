import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { LARGEST_ARENA_BYTES } from '../../../shared/contracts/index.ts'
import { ADMIN_TOKEN, createTestApp, type TestApp } from '../../support/app.ts'

let app: TestApp
let address: string
beforeAll(async () => {
  app = await createTestApp()
  address = await app.serve()
})
afterAll(() => app?.close())

test('who is still sending a body that is too large gets the answer, not a broken connection', async () => {
  const parts = 6
  const part = Buffer.alloc(Math.ceil(LARGEST_ARENA_BYTES / parts) + 1, 'x')
  const headers = { authorization: `Bearer ${ADMIN_TOKEN}`, 'content-length': parts * part.length }
  const sending = request(`${address}/api/admin/arenas`, { method: 'POST', headers })
  const answered = once(sending, 'response') as Promise<[IncomingMessage]>
  for (let n = 0; n < parts; n++) {
    await new Promise((sent, failed) => sending.write(part, (error) => (error ? failed(error) : sent(n))))
    await sleep(150)
  }
  sending.end()
  const [answer] = await answered
  expect([answer.statusCode, JSON.parse(Buffer.concat(await answer.toArray()).toString())]).toEqual([
    413,
    expect.objectContaining({ code: 'too_large' }),
  ])
})
