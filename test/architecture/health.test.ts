/** scripts/health.mjs, the health check of server and worker in Docker. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { utimesSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { root } from './planted-tree.ts'

vi.setConfig({ testTimeout: 60_000 })

async function ask(what: string, env: Record<string, string> = {}): Promise<{ code: number; said: string }> {
  const child = spawn(process.execPath, [join(root, 'scripts', 'health.mjs'), what], { env })
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const [code] = await once(child, 'close')
  return { code, said }
}

async function serving(status: number) {
  const asked: (string | undefined)[] = []
  const server = createServer((request, response) => {
    asked.push(request.url)
    response.writeHead(status).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const port = String((server.address() as AddressInfo).port)
  return { asked, port, close: () => once(server.close(), 'close') }
}

describe('node scripts/health.mjs server', () => {
  test.each([
    [200, 0, ''],
    [503, 1, 'answers 503'],
  ])('/readyz answers %i: exit %i', async (status, code, message) => {
    const server = await serving(status)
    const answer = await ask('server', { PORT: server.port })
    await server.close()
    expect(answer).toEqual({ code, said: message && `http://127.0.0.1:${server.port}/readyz ${message}\n` })
    expect(server.asked).toEqual(['/readyz'])
  })

  test('nothing listens: exit 1', async () => {
    const { port, close } = await serving(200)
    await close()
    const said = `http://127.0.0.1:${port}/readyz does not answer: ECONNREFUSED\n`
    expect(await ask('server', { PORT: port })).toEqual({ code: 1, said })
  })
})

test('node scripts/health.mjs worker: exit 0 only while the worker touches its file', async () => {
  const folder = await temporaryFolder()
  const alive = join(folder, 'deadheat-worker-alive')
  const well = () => ask('worker', { TMPDIR: folder })

  expect(await well()).toEqual({ code: 1, said: `${alive} is not there: no worker has started\n` })
  writeFileSync(alive, '')
  expect(await well()).toEqual({ code: 0, said: '' })
  const twoMinutesAgo = Date.now() / 1000 - 120
  utimesSync(alive, twoMinutesAgo, twoMinutesAgo)
  expect(await well()).toMatchObject({
    code: 1,
    said: expect.stringContaining(`${alive} was last touched`),
  })
})

test('node scripts/health.mjs: exit 1 for anything else', async () => {
  expect(await ask('postgres')).toEqual({
    code: 1,
    said: 'say which: node scripts/health.mjs server|worker\n',
  })
})
