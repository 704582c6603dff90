/** A server behind a load balancer is stopped: it serves on until the balancer has noticed. */
import { once } from 'node:events'
import { spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { Voters } from '../../scripts/dev/chaos/voters.ts'
import { createTestDatabase } from '../support/database.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

test('with DEADHEAT_DRAIN a server that got TERM is not ready, takes votes, and ends with 0', async () => {
  const database = await createTestDatabase()
  onTestFinished(() => database.close())
  const server = spawn(process.execPath, ['server/main.ts'], {
    cwd: resolve(import.meta.dirname, '../..'),
    env: {
      PATH: process.env['PATH'],
      DATABASE_URL: database.connectionString,
      DEADHEAT_DATA: await temporaryFolder(),
      DEADHEAT_DEMO: '1',
      DEADHEAT_DRAIN: '3',
      PORT: '0',
    },
  })
  onTestFinished(() => void server.kill('SIGKILL'))
  let address: string | undefined
  while (address === undefined) {
    const [chunk] = (await once(server.stdout, 'data')) as [Buffer]
    address = /http:\/\/127\.0\.0\.1:\d+/.exec(String(chunk))?.[0]
  }
  expect((await fetch(`${address}/readyz`)).status).toBe(200)
  const voters = new Voters(1, 'support-replies', () => address)
  await voters.cast(1)
  const ended = once(server, 'exit')
  server.kill('SIGTERM')
  await expect.poll(async () => (await fetch(`${address}/readyz`)).status).toBe(503)
  const before = voters.ledger.length
  await voters.cast(3)
  await voters.stop()
  expect(server.exitCode).toBeNull()
  expect(voters.ledger.length).toBeGreaterThanOrEqual(before + 3)
  expect(voters.repeated).toBe(0)
  expect(await ended).toEqual([0, null])
  await expect(fetch(`${address}/readyz`)).rejects.toThrow('fetch failed')
})
