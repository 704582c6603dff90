/** scripts/health.mjs, the health check of server and worker in Docker. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { root } from './planted-tree.ts'
import { freePort } from '../support/free-port.ts'
import { listeningForTest } from '../support/listening.ts'

async function ask(
  what: string,
  env: Record<string, string> = {},
): Promise<{ code: number; stderr: string }> {
  const child = spawn(process.execPath, [join(root, 'scripts', 'health.mjs'), what], { env })
  let stderr = ''
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  const [code] = await once(child, 'close')
  return { code, stderr }
}

async function serving(status: number) {
  const requestedUrls: (string | undefined)[] = []
  const { port } = await listeningForTest((request, response) => {
    requestedUrls.push(request.url)
    response.writeHead(status).end()
  })
  return { requestedUrls, port: String(port) }
}

describe.each([
  ['server', 'PORT', '/readyz'],
  ['worker', 'DEADHEAT_WORKER_PORT', '/healthz'],
])('node scripts/health.mjs %s', (what, setting, path) => {
  test.each([
    [200, 0, ''],
    [503, 1, 'answers 503'],
  ])('an answer of %i: exit %i', async (status, code, message) => {
    const { port, requestedUrls } = await serving(status)
    const stderr = message && `http://127.0.0.1:${port}${path} ${message}\n`
    expect(await ask(what, { [setting]: port })).toEqual({ code, stderr })
    expect(requestedUrls).toEqual([path])
  })

  test('nothing listens: exit 1', async () => {
    const port = String(await freePort())
    const stderr = `http://127.0.0.1:${port}${path} does not answer: ECONNREFUSED\n`
    expect(await ask(what, { [setting]: port })).toEqual({ code: 1, stderr })
  })
})

test('node scripts/health.mjs: exit 1 for anything else', async () => {
  expect(await ask('postgres')).toEqual({
    code: 1,
    stderr: 'say which: node scripts/health.mjs server|worker\n',
  })
})
